import type { Runtime } from '../runtime/runtime.ts';
import { ClientGone } from './read-bytes.ts';

/** The sentence of a storage that fails; undefined for a mistake of ours, of which the terminal is told. */
export function storageFailureOf(
  { store, reportInternalError }: Runtime,
  error: unknown,
): string | undefined {
  const failure = store.health.sentenceOf(error);
  if (failure === undefined && !(error instanceof ClientGone)) reportInternalError(error);
  return failure;
}
