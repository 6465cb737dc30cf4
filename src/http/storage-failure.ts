import type { Runtime } from '../runtime/runtime.ts';
import { StoppedError } from '../runtime/stopped-error.ts';
import { ClientGone } from './read-bytes.ts';

/** The message for a storage failure. Undefined for a bug, which is reported on the terminal instead. */
export function storageFailureOf(
  { store, reportInternalError }: Runtime,
  error: unknown,
): string | undefined {
  if (error instanceof StoppedError) return error.message;
  const failure = store.health.sentenceOf(error);
  if (failure === undefined && !(error instanceof ClientGone)) reportInternalError(error);
  return failure;
}
