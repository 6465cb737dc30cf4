import type { Runtime } from '../runtime/runtime.ts';
import { StoppedError } from '../runtime/stopped-error.ts';
import { ClientGone } from './read-bytes.ts';

/** What to say when storage fails. Undefined for a bug in the sandbox, which is printed on the terminal. */
export function storageFailureOf(
  { store, reportInternalError }: Runtime,
  error: unknown,
): string | undefined {
  if (error instanceof StoppedError) return error.message;
  const failure = store.health.sentenceOf(error);
  if (failure === undefined && !(error instanceof ClientGone)) reportInternalError(error);
  return failure;
}
