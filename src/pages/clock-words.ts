import type { Reader } from './reader.ts';

type Words = Reader['t']['dashboard']['clock'];

/** How far the sandbox's clock is ahead of or behind this machine's. */
export function offsetWords(words: Words, offsetMs: number): string {
  if (Math.abs(offsetMs) < 1000) return words.same;
  const span = spanWords(words, Math.abs(offsetMs));
  return offsetMs > 0 ? words.ahead(span) : words.behind(span);
}

/** The two largest units of a duration, such as `1 d 2 h` or `4 min 30 s`. */
export function spanWords({ units: names }: Words, ms: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ] as const;
  let left = Math.max(ms, 1000);
  const parts = units.map(([unit, unitMs]) => {
    const count = Math.floor(left / unitMs);
    left -= count * unitMs;
    return { count, text: `${count} ${names[unit]}` };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ text }) => text)
    .join(' ');
}
