const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const form = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
const longestText = 40;

/** A duration as people write it: `"10m"`, `"90s"`, `"250ms"`, or a number of milliseconds. */
export type Duration = string | number;

/**
 * The longest duration of each kind of use. Each keeps its timer, date or header inside what JavaScript can hold, with room to spare:
 * `setTimeout` takes 24 days, `Date` the year 275,760.
 */
export const longest = {
  /** Real time that a client or a connection waits for. */
  wait: '10m',
  /** A callback that is sent late. With `callback-first`, a timer of real time runs as long. */
  delay: '24h',
  /** A limit's period, which `Retry-After` tells in seconds. */
  period: '366d',
  /** How long a code or a checkout is valid. Ten years: nobody waits for it to end. */
  lifetime: '3660d',
  /** A move of the clock, or more time for a checkout: it becomes a date. A century. */
  date: '36525d',
} as const;

/** Milliseconds of a duration, or undefined when it is not one (negative, no unit, not a number) or is longer than `atMost`. */
export function durationMs(duration: Duration, atMost: Duration = longest.date): number | undefined {
  const ms = writtenMs(duration);
  const mostMs = writtenMs(atMost);
  return ms === undefined || mostMs === undefined || ms > mostMs ? undefined : Math.round(ms);
}

/** Milliseconds of a duration, however long it is; undefined when it is not one. */
export function writtenMs(duration: Duration): number | undefined {
  const ms = typeof duration === 'number' ? duration : msOf(duration);
  return ms !== undefined && ms >= 0 && ms < Number.POSITIVE_INFINITY ? ms : undefined;
}

function msOf(text: string): number | undefined {
  if (text.length > longestText) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const match = form.exec(text);
  // The pattern admits no other unit.
  return match ? Number(match[1]) * unitMs[match[2] as keyof typeof unitMs] : undefined;
}
