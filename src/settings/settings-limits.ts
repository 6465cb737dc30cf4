import { type Duration, durationMs, longest, writtenMs } from '../protocol/duration.ts';

/** The longest duration that each setting takes, by its dotted path. */
export const longestSettings = {
  'rate_limit.period': longest.period,
  'sandbox_transaction_limit.period': longest.period,
  'otp.lifetime': longest.lifetime,
  'otp.resend_wait': longest.period,
  'checkout.lifetime': longest.lifetime,
  'callback.timeout': longest.wait,
  'callback.delay': longest.delay,
} as const satisfies Readonly<Record<string, Duration>>;

/** The time of each request inside the period is kept in memory. */
export const mostRequests = 1_000_000;

/** A stored change of the settings, with what an earlier version took and this one does not lowered to the limit. */
export function withinLimits(patch: unknown): unknown {
  const durations = Object.entries(longestSettings).reduce(
    (whole, [path, atMost]) =>
      changedAt(whole, path.split('.'), (value) => (isLonger(value, atMost) ? atMost : value)),
    patch,
  );
  return changedAt(durations, ['rate_limit', 'requests'], (value) =>
    typeof value === 'number' && value > mostRequests ? mostRequests : value,
  );
}

function isLonger(value: unknown, atMost: Duration): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  return writtenMs(value) !== undefined && durationMs(value, atMost) === undefined;
}

function changedAt(
  whole: unknown,
  [name, ...rest]: readonly string[],
  change: (at: unknown) => unknown,
): unknown {
  if (name === undefined) return change(whole);
  if (typeof whole !== 'object' || whole === null || !Object.hasOwn(whole, name)) return whole;
  return { ...whole, [name]: changedAt(Reflect.get(whole, name), rest, change) };
}
