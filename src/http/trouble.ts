import type { Runtime } from '../runtime/runtime.ts';
import { ClientGone } from './read-bytes.ts';

/** The sentence of a storage that fails; undefined for a mistake of ours, of which the terminal is told. */
export function troubleOf({ store, tellBug }: Runtime, error: unknown): string | undefined {
  const trouble = store.health.sentenceOf(error);
  if (trouble === undefined && !(error instanceof ClientGone)) tellBug(error);
  return trouble;
}
