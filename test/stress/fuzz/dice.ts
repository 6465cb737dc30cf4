import { seededRandom } from '../kills/random.ts';

/** Random choices that depend only on a seed. */
export interface Dice {
  /** A whole number from 0 to `most - 1`. */
  readonly below: (most: number) => number;
  readonly oneOf: <Value>(values: readonly [Value, ...Value[]]) => Value;
  /** True with this probability, from 0 to 1. */
  readonly chance: (probability: number) => boolean;
  readonly bytes: (most: number) => Buffer;
  /** Any text: letters, control characters, quotes, lone surrogates, markup, numbers of every size. */
  readonly text: () => string;
}

const oddTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  '9007199254740993',
  'null',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  '%00',
  '%ff',
  '%',
  '\u0000',
  '\r\nX-Injected: 1',
  '\u202e',
  '\ud800',
  '😀',
  '٥٠',
  "'; DROP TABLE transactions;--",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../etc/passwd',
  '=cmd()',
  'a'.repeat(300),
  '9'.repeat(40),
] as const;

export function diceOf(seed: number): Dice {
  const random = seededRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const chance = (probability: number) => random() < probability;
  const bytes = (most: number) => Buffer.from(Array.from({ length: below(most) }, () => below(256)));
  // The index is within the list, which is not empty.
  const oneOf = <Value>(values: readonly [Value, ...Value[]]) => values[below(values.length)] as Value;
  const text = () => (chance(0.6) ? oneOf(oddTexts) : bytes(20).toString(oneOf(['utf8', 'latin1', 'hex'])));
  return { below, oneOf, chance, bytes, text };
}
