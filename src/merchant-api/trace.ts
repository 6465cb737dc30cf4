import { jsonValue } from '../protocol/json-text.ts';
import type { RequestRow } from '../store/schema-records.ts';
import { type Check, checks } from './checks.ts';

/** What each check saw, in the order of `checks`, and why the request was refused, if it was. */
export interface Trace {
  readonly got: string[];
  refused?: Refused;
}

interface Refused {
  /** The check that refused. Undefined when all had passed or an unexpected error ended the request. */
  readonly check: Check | undefined;
  readonly why: string;
}

type Logged = Pick<RequestRow, 'path' | 'remoteAddress' | 'mode'>;

/**
 * The most common value of each check by key, or one that another column of the row holds. Stored traces omit
 * these values, so never change one: existing rows would read differently.
 */
const usualOf: Readonly<Record<string, string | ((row: Logged) => string | null)>> = {
  r: ({ path }) => path,
  m: 'POST',
  h: 'HTTP',
  i: ({ remoteAddress }) => remoteAddress,
  t: 'no limit',
  n: 'off',
  a: 'allowed',
  g: 'configured',
  e: ({ mode }) => mode,
  b: 'application/x-www-form-urlencoded',
  x: 'none',
  c: 'LYD',
};

function usual(key: string, row: Logged): string | null | undefined {
  const value = usualOf[key];
  return typeof value === 'function' ? value(row) : value;
}

/**
 * The trace as stored in the log, such as `["sRMHkI","65 bytes","demo, test token demo****en"]`: the keys of
 * the checks in the order they ran, then the values. A capital letter means the usual value, which is not
 * stored. `!` precedes the check that refused.
 */
export function writtenTrace({ got, refused }: Trace, row: Logged, list: readonly Check[] = checks): string {
  let keys = '';
  const values: string[] = [];
  for (const [at, { key }] of list.entries()) {
    const value = got[at];
    if (value === undefined) break;
    const isUsual = value === usual(key, row);
    keys += isUsual ? key.toUpperCase() : key;
    if (!isUsual) values.push(value);
  }
  if (!refused) return JSON.stringify([keys, ...values]);
  return JSON.stringify([`${keys}!${refused.check?.key ?? ''}`, ...values, refused.why]);
}

/** Each check in order: whether it passed, what it expected and what it got. */
export function traceOf(row: Logged & Pick<RequestRow, 'trace'>, list: readonly Check[] = checks) {
  return storedSteps(row).map(({ key, passed, got }) => {
    const check = list.find((each) => each.key === key);
    return {
      check: check?.name ?? (key === '' ? 'business' : 'unknown'),
      passed,
      expected: check?.expected ?? '',
      got,
    };
  });
}

/** One check of a stored trace. An empty key means the step after the last check. */
interface Step {
  readonly key: string;
  readonly passed: boolean;
  readonly got: string;
}

/** The steps of either stored format. A row that something else has damaged has no steps. */
function storedSteps(row: Logged & Pick<RequestRow, 'trace'>): Step[] {
  const stored = jsonValue(row.trace);
  if (Array.isArray(stored)) return keyedSteps(stored.map(String), row);
  if (typeof stored !== 'object' || stored === null || !('got' in stored)) return [];
  return positionalSteps(stored, row);
}

function keyedSteps([keys = '', ...values]: readonly string[], row: Logged): Step[] {
  const [ran = '', refusedBy] = keys.split('!');
  const rest = values.values();
  const next = () => rest.next().value ?? '';
  const steps = Array.from(ran, (letter): Step => {
    const key = letter.toLowerCase();
    return { key, passed: true, got: letter === key ? next() : (usual(key, row) ?? '') };
  });
  return refusedBy === undefined ? steps : [...steps, { key: refusedBy, passed: false, got: next() }];
}

/**
 * The checks in the order of version 0.1, whose rows stored `{"got":["65 bytes",0,0]}`: one value per check
 * by position, 0 for the usual one. Needed to read those rows: never change it.
 */
const positions = 'srmhkitnagebxfuc';

function positionalSteps({ got, refused }: { got: unknown; refused?: unknown }, row: Logged): Step[] {
  const values: readonly unknown[] = Array.isArray(got) ? got : [];
  const steps = values.map((value, at): Step => {
    const key = positions[at] ?? '?';
    return { key, passed: true, got: String((value === 0 ? usual(key, row) : value) ?? '') };
  });
  if (refused === undefined) return steps;
  return [...steps, { key: positions[steps.length] ?? '', passed: false, got: String(refused) }];
}
