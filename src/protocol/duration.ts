const unitsMs: readonly (readonly [unit: string, ms: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
];
/** Each unit at most once, the longest first. The text is not empty. */
const form = new RegExp(`^(?=.)${unitsMs.map(([unit]) => `(?:(\\d+(?:\\.\\d+)?)${unit})?`).join('')}$`);
const longestText = 40;

/** A duration as people write it: `"10m"`, `"90s"`, `"28m30s"`, `"250ms"`, or a number of milliseconds. */
export type Duration = string | number;

/**
 * The longest duration for each use. Each keeps its timer, date or header within what JavaScript supports,
 * with room to spare: `setTimeout` allows 24 days, `Date` the year 275,760.
 */
export const longest = {
  /** Real time that a client or a connection waits. */
  wait: '10m',
  /** The delay of a callback. With `callback-first`, a real-time timer runs as long. */
  delay: '24h',
  /** The period of a limit, which `Retry-After` reports in seconds. */
  period: '366d',
  /** How long a code or a checkout is valid. Ten years, so that it practically never ends. */
  lifetime: '3660d',
  /** A move of the clock, or extra time for a checkout, which becomes a date. A century. */
  date: '36525d',
} as const;

/** Milliseconds of a duration. Undefined if invalid (negative, no unit) or longer than `atMost`. */
export function durationMs(duration: Duration, atMost: Duration = longest.date): number | undefined {
  const ms = writtenMs(duration);
  const mostMs = writtenMs(atMost);
  return ms === undefined || mostMs === undefined || ms > mostMs ? undefined : Math.round(ms);
}

/** Milliseconds of a duration of any length. Undefined when it is invalid. */
export function writtenMs(duration: Duration): number | undefined {
  const ms = typeof duration === 'number' ? duration : msOf(duration);
  return ms !== undefined && ms >= 0 && ms < Number.POSITIVE_INFINITY ? ms : undefined;
}

function msOf(text: string): number | undefined {
  if (text.length > longestText) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const [matched, ...numbers] = form.exec(text) ?? [];
  if (matched === undefined) return undefined;
  return unitsMs.reduce((sum, [, ms], at) => sum + Number(numbers[at] ?? 0) * ms, 0);
}
