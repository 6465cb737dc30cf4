import type { Settings } from '../settings/settings.ts';

/** The delay after each try. */
const retryDelaysMs: readonly number[] = [5000, 30_000, 120_000, 600_000];

const longestRetryAfterMs = 600_000;
const jitter = 0.1;

interface Planned {
  readonly mode: Settings['callback']['mode'];
  /** Makes the jitter repeatable. Null: take it from `fraction`, which is 0 to 1. */
  readonly seed: number | null;
  readonly callbackId: number;
  /** The number of tries so far, including the one under way. */
  readonly tries: number;
  readonly now: number;
  readonly fraction: number;
}

/**
 * When the next try is due. The jitter only shortens the delay, so advancing the clock by the documented one
 * always makes the try due. Undefined when the schedule has ended.
 */
export function nextTryAt({ mode, seed, callbackId, tries, now, fraction }: Planned): number | undefined {
  const delayMs = mode === 'retry' ? retryDelaysMs[tries - 1] : undefined;
  if (delayMs === undefined) return undefined;
  const spread = seed === null ? fraction : seededFraction(seed, callbackId, tries);
  return Math.round(now + delayMs * (1 - jitter * spread));
}

/** A pseudorandom number from 0 to 1, derived from the arguments (the finalizer of MurmurHash3). */
function seededFraction(...parts: readonly number[]): number {
  const mixed = parts.reduce((hash, part) => {
    const first = Math.imul(hash ^ part ^ (hash >>> 16), 0x85_eb_ca_6b);
    const second = Math.imul(first ^ (first >>> 13), 0xc2_b2_ae_35);
    return second ^ (second >>> 16);
  }, 0x9e_37_79_b9);
  return (mixed >>> 0) / 2 ** 32;
}

/**
 * Milliseconds that `Retry-After` (seconds or date) asks for. Ignored unless above 0, at most 10 minutes. The
 * merchant's dates are real ones, wherever the sandbox's clock is.
 */
export function retryAfterMs(header: string | undefined, realNow = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : dateOf(header) - realNow;
  return ms > 0 && ms <= longestRetryAfterMs ? ms : undefined;
}

// Only HTTP dates count: Date.parse also accepts text such as "-1".
function dateOf(header: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(header)
    ? Date.parse(header)
    : Number.NaN;
}
