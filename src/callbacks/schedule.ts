import type { Settings } from '../settings.ts';

/** When a callback is tried: after its creation, and then so long after the try before. */
export const retryDelaysMs: readonly number[] = [5000, 30_000, 120_000, 600_000];

const longestRetryAfterMs = 600_000;
const jitter = 0.1;

/**
 * When the next try is due after `tries` of them, or undefined when the schedule has ended. `fraction` (0 to 1) spreads the delay by
 * 10 % to either side.
 */
export function nextTryAt(
  mode: Settings['callback']['mode'],
  tries: number,
  now: number,
  fraction: number,
): number | undefined {
  const delayMs = mode === 'retry' ? retryDelaysMs[tries - 1] : undefined;
  return delayMs === undefined ? undefined : Math.round(now + delayMs * (1 - jitter + 2 * jitter * fraction));
}

/** Milliseconds that a `Retry-After` asks for: seconds or a date, above 0 and up to 10 minutes; anything else is ignored. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : dateOf(header) - now;
  return ms > 0 && ms <= longestRetryAfterMs ? ms : undefined;
}

// Date.parse takes "-1" and the like for dates: only an HTTP date counts.
function dateOf(header: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(header)
    ? Date.parse(header)
    : Number.NaN;
}
