import type { Reader } from '../reader.ts';
import { memberLabel } from './member-label.ts';

type Words = Reader['t']['dashboard']['settings'];

/** A value as one line of text, such as `off`, `5m` or `walletA 6, walletB 4`. */
export function inWords(words: Words, value: unknown): string {
  if (value === null || value === false) return words.off;
  if (value === true) return words.on;
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${memberLabel(words, name)} ${inWords(words, each)}`,
  );
  return members.length === 0 ? words.none : members.join(', ');
}
