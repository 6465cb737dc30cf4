const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const form = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

/** A duration as people write it: `"10m"`, `"90s"`, `"250ms"`, or a number of milliseconds. */
export type Duration = string | number;

/** Milliseconds of a duration, or undefined when it is none (negative, no unit, not a number, longer than a century). */
export function durationMs(duration: Duration): number | undefined {
  const ms = typeof duration === 'number' ? duration : msOf(duration);
  return ms !== undefined && ms >= 0 && ms <= 36_525 * unitMs.d ? Math.round(ms) : undefined;
}

function msOf(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const match = form.exec(text);
  // The pattern admits no other unit.
  return match ? Number(match[1]) * unitMs[match[2] as keyof typeof unitMs] : undefined;
}
