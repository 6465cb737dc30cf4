import type { Settings } from '../settings/settings.ts';

/** So long after each try the next one follows. */
const retryDelaysMs: readonly number[] = [5000, 30_000, 120_000, 600_000];

const longestRetryAfterMs = 600_000;
const jitter = 0.1;

interface Planned {
  readonly mode: Settings['callback']['mode'];
  /** Makes the jitter the same in every run; without one it comes from `fraction`, 0 to 1. */
  readonly seed: number | null;
  readonly callbackId: number;
  /** How many tries there were, with the one that is under way. */
  readonly tries: number;
  readonly now: number;
  readonly fraction: number;
}

/** When the next try is due, up to 10 % earlier or later; undefined when the schedule has ended. */
export function nextTryAt({ mode, seed, callbackId, tries, now, fraction }: Planned): number | undefined {
  const delayMs = mode === 'retry' ? retryDelaysMs[tries - 1] : undefined;
  if (delayMs === undefined) return undefined;
  const spread = seed === null ? fraction : seededFraction(seed, callbackId, tries);
  return Math.round(now + delayMs * (1 - jitter + 2 * jitter * spread));
}

/** A number from 0 to 1 that looks random and follows from its arguments (the finaliser of MurmurHash3). */
function seededFraction(...parts: readonly number[]): number {
  const mixed = parts.reduce((hash, part) => {
    const first = Math.imul(hash ^ part ^ (hash >>> 16), 0x85_eb_ca_6b);
    const second = Math.imul(first ^ (first >>> 13), 0xc2_b2_ae_35);
    return second ^ (second >>> 16);
  }, 0x9e_37_79_b9);
  return (mixed >>> 0) / 2 ** 32;
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
