import type { Latency } from '../comparison/report-format.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Settings } from '../settings/settings.ts';
import type { Effect } from '../store/fault.ts';
import { type FaultSubject, type FiredFault, noteFired } from './armed.ts';
import { draw } from './draw.ts';

type Latencies = Readonly<Record<FaultSubject['action'] & string, Latency>>;

/** A call of the API, which always has a gateway and an action. */
type Call = FaultSubject & { readonly [Name in 'gateway' | 'action']: NonNullable<FaultSubject[Name]> };

type Mishap = 'BACKEND_ERROR' | '502' | '503' | 'reset' | 'reset after the work';

interface Day {
  readonly latency: Latencies;
  /** Shares of all calls. Also listed in docs/guides/faults.md. */
  readonly mishaps: readonly (readonly [share: number, name: Mishap, effect: Effect])[];
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

export const profiles: Readonly<Record<Exclude<Settings['latency'], 'weather' | 'report'>, Latencies>> = {
  'slow-bank': { verify: { p50Ms: 300, p95Ms: 1000 }, confirm: { p50Ms: 4000, p95Ms: 12_000 } },
  'flaky-mobile': { verify: { p50Ms: 500, p95Ms: 8000 }, confirm: { p50Ms: 500, p95Ms: 8000 } },
};

/**
 * What the weather does to a call: a mishap, else a delay. Undefined if the weather is calm and no latency
 * profile is set. Drawn from the seed and the request number, so the same calls in the same order get the
 * same weather.
 */
export function weatherFault(runtime: Runtime, subject: Call): FiredFault | undefined {
  const { weather, latency, weather_seed: given } = runtime.settings.current;
  // Every call gets here, so return early in the usual case.
  if (weather === 'calm' && latency === 'weather') return undefined;
  const day = weather === 'calm' ? undefined : days[weather];
  const seed = given ?? 0;
  const number = 2 * runtime.store.requests.log.lastId;
  const fault =
    mishap(day, draw(seed, number)) ?? late(latencyOf(runtime, day, subject), draw(seed, number + 1));
  if (!fault) return undefined;
  const [name, effect] = fault;
  noteFired(runtime, subject, effect);
  const isOfProfile = 'delayMs' in effect && latency !== 'weather';
  return { name: `${isOfProfile ? `latency ${latency}` : `weather ${weather}`}: ${name}`, effect };
}

/** Undefined if the day is calm, or the report has no time of this call. */
function latencyOf(
  { settings, report, names }: Runtime,
  day: Day | undefined,
  { gateway, action }: Call,
): Latency | undefined {
  const { latency } = settings.current;
  // The report has the live service's names, which are the config's.
  if (latency === 'report') return report?.times().get(`${names.of(gateway)}/${action}`);
  const latencies = latency === 'weather' ? day?.latency : profiles[latency];
  return latencies?.[action];
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
  latency: Latency | undefined,
  drawn: number,
): readonly [name: string, effect: Effect] | undefined {
  if (!latency) return undefined;
  const delayMs = delayOf(latency, drawn);
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
