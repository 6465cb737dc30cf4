import type { RequestRow } from '../store/schema-records.ts';
import { storedJson } from '../store/stored-json.ts';
import { checks } from './checks.ts';

/** What each check saw, in order; the last one refused when there is a `refused`. */
export interface Trace {
  readonly got: string[];
  refused?: string;
}

type Logged = Pick<RequestRow, 'path' | 'remoteAddress' | 'mode'>;

/**
 * What comes at most requests, or stands in the log's row already. The row has `usual` in its place, and is a quarter smaller: a value that is
 * changed here changes what rows say that were written before.
 */
const usualOf: Readonly<Record<string, string | ((row: Logged) => string | null)>> = {
  route: ({ path }) => path,
  method: 'POST',
  https: 'HTTP',
  ip: ({ remoteAddress }) => remoteAddress,
  rate: 'no limit',
  maintenance: 'off',
  'gateway allowed': 'allowed',
  'gateway configured': 'configured',
  'test mode': ({ mode }) => mode,
  body: 'application/x-www-form-urlencoded',
  fault: 'none',
  currency: 'LYD',
};

const usual = 0;

function usualAt(at: number, row: Logged): string | null | undefined {
  const value = usualOf[checks[at]?.name ?? ''];
  return typeof value === 'function' ? value(row) : value;
}

/** The trace as the log's row holds it. */
export function writtenTrace({ got, ...rest }: Trace, row: Logged): string {
  return JSON.stringify({
    got: got.map((each, at) => (each === usualAt(at, row) ? usual : each)),
    ...rest,
  });
}

/** Each check in order: passed or failed, what was expected, what came. */
export function traceOf(row: RequestRow) {
  // Written above, unless something else has damaged the row.
  const trace = storedJson(row.trace) as Partial<Trace> | undefined;
  const passed: readonly unknown[] = Array.isArray(trace?.got) ? trace.got : [];
  const steps = passed.map((got, at) => ({
    check: checks[at]?.name ?? 'unknown',
    passed: true,
    expected: checks[at]?.expected ?? '',
    got: String(got === usual ? usualAt(at, row) : got),
  }));
  if (trace?.refused === undefined) return steps;
  const failed = checks[passed.length];
  const last = {
    check: failed?.name ?? 'business',
    passed: false,
    expected: failed?.expected ?? '',
    got: trace.refused,
  };
  return [...steps, last];
}
