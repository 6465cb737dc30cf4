import type { Runtime } from '../runtime/runtime.ts';
import type { Settings } from '../settings/settings.ts';
import type { Effect } from '../store/fault.ts';
import { type FaultSubject, type FiredFault, noteFired } from './armed.ts';
import { draw } from './draw.ts';

/** Half of all answers take at most `p50Ms`, and 19 of 20 at most `p95Ms`. */
interface Latency {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

type Latencies = Readonly<Record<FaultSubject['action'] & string, Latency>>;

interface Day {
  readonly latency: Latencies;
  /** Shares of all calls. Also listed in docs/guides/faults.md. */
  readonly mishaps: readonly (readonly [share: number, name: string, effect: Effect])[];
}

const backend: Effect = { code: 'BACKEND_ERROR' };
const lost: Effect = { reset: true, after: false };

export const days: Readonly<Record<Exclude<Settings['weather'], 'calm'>, Day>> = {
  rainy: {
    latency: { verify: { p50Ms: 300, p95Ms: 1500 }, confirm: { p50Ms: 500, p95Ms: 2000 } },
    mishaps: [
      [0.01, 'BACKEND_ERROR', backend],
      [0.01, '502', { http_status: 502, body: 'html' }],
      [0.005, 'reset', lost],
    ],
  },
  storm: {
    latency: { verify: { p50Ms: 1200, p95Ms: 5000 }, confirm: { p50Ms: 2000, p95Ms: 8000 } },
    mishaps: [
      [0.08, 'BACKEND_ERROR', backend],
      [0.08, '503', { http_status: 503, body: 'html' }],
      [0.04, 'reset', lost],
      [0.03, 'reset after the work', { reset: true, after: true }],
    ],
  },
};

export const profiles: Readonly<Record<Exclude<Settings['latency'], 'weather'>, Latencies>> = {
  'slow-bank': { verify: { p50Ms: 300, p95Ms: 1000 }, confirm: { p50Ms: 4000, p95Ms: 12_000 } },
  'flaky-mobile': { verify: { p50Ms: 500, p95Ms: 8000 }, confirm: { p50Ms: 500, p95Ms: 8000 } },
};

/**
 * What the weather does to a call: a mishap, else a delay. Undefined if the weather is calm and no latency
 * profile is set. Drawn from the seed and the request number, so the same calls in the same order get the
 * same weather.
 */
export function weatherFault(runtime: Runtime, subject: FaultSubject): FiredFault | undefined {
  const { weather, latency, weather_seed: given } = runtime.settings.current;
  const day = weather === 'calm' ? undefined : days[weather];
  const latencies = latency === 'weather' ? day?.latency : profiles[latency];
  // Every call gets here, so return early in the usual case.
  if (!latencies) return undefined;
  const seed = given ?? 0;
  const number = 2 * runtime.store.requests.log.lastId;
  const [name, effect] = mishap(day, draw(seed, number)) ?? late(latencies, subject, draw(seed, number + 1));
  noteFired(runtime, subject, effect);
  const isOfProfile = 'delayMs' in effect && latency !== 'weather';
  return { name: `${isOfProfile ? `latency ${latency}` : `weather ${weather}`}: ${name}`, effect };
}

function mishap(day: Day | undefined, drawn: number): readonly [name: string, effect: Effect] | undefined {
  let upTo = 0;
  for (const [share, name, effect] of day?.mishaps ?? []) {
    upTo += share;
    if (drawn < upTo) return [name, effect];
  }
  return undefined;
}

function late(
  { verify, confirm }: Latencies,
  { action }: FaultSubject,
  drawn: number,
): readonly [name: string, effect: Effect] {
  const delayMs = delayOf(action === 'verify' ? verify : confirm, drawn);
  return [`${delayMs} ms`, { delayMs }];
}

/**
 * Draws from a log-logistic distribution through both percentiles: most delays are near the median, few are
 * long.
 */
function delayOf({ p50Ms, p95Ms }: Latency, drawn: number): number {
  const spread = Math.log(p95Ms / p50Ms) / Math.log(19);
  const ms = p50Ms * (drawn / (1 - drawn)) ** spread;
  return Math.round(Math.min(ms, 2 * p95Ms));
}
