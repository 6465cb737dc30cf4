import type { Operation } from '../../../src/control-api/operation.ts';
import { controlOperations } from '../../../src/control-api/operations.ts';
import { namesAt } from '../../../src/input/schema-names.ts';
import type { Dice } from './dice.ts';
import { framed, type WireRequest } from './request.ts';

/** Values for path parameters, mostly IDs from earlier requests. */
const ids: Readonly<Record<string, readonly [string, ...string[]]>> = {
  checkouts: ['token-1', 'token-2', 'token-3', 'token-4', 'token-5', 'token-6', 'token-7', 'token-8', 'x'],
  transactions: ['100001', '100002', '1'],
  accounts: ['demo', 'demo', 'other', 'x'],
  snapshots: ['one', 'two', 'x'],
};
const otherIds = ['1', '2', '3', '4', '5', '0', '-1', '1e9'] as const;
// Never a long wait, which would block the run.
const waits = ['0s', '1ms', '-1', 'x', '1e9s', ''] as const;
const durations = ['1s', '10m', '1h', 0, -1, 1e15, 1e300, '99999999999999h', 'x'] as const;

/** Values that some call accepts, and others. Nothing that makes an answer wait or hang. */
const members: Readonly<Record<string, readonly [unknown, ...unknown[]]>> = {
  by: durations,
  at: [
    '2026-01-15T12:00:00Z',
    '2026-01-15T12:00:00+02:00',
    '9999-12-31T23:59:59Z',
    '0000-01-01T00:00:00Z',
    'x',
  ],
  failed_since: ['2026-01-15T12:00:00Z', 'x'],
  order: ['together', 'return-first', 'callback-only', 'return-only', 'x'],
  delay: durations,
  copies: [1, 20, 21, 0, 1.5],
  hold: [true, false, 'true'],
  tamper: ['wrong-hash', 'no-hash', 'both-flags', 'types', 'amount', 'x'],
  payment_method: ['method_1', 'method_5', 'method_6'],
  reason: ['declined', '', 'a'.repeat(201), '<b>'],
  final: [true, false],
  name: ['one', 'two', '../x', ''],
  // Rarely one that every later call needs.
  what: ['secret_key', 'secret_key', 'secret_key', 'secret_key', 'secret_key', 'test', 'x'],
  url: ['http://127.0.0.1:9/x', 'https://shop.example/é?a#b', 'javascript:x', '//x'],
  fields: [{ amount: '1' }, { hashed: null }, { '': '' }, { __proto__: 'x', new: 'y' }, []],
  sign: [true, false],
  match: [{ gateway: 'walletA' }, { invoice_no: 'INV-1' }, { gateway: 'x' }, { account: 'demo' }, {}],
  effect: [
    { code: 'BACKEND_ERROR' },
    { http_status: 503 },
    { http_status: 204, body: 'empty' },
    { http_status: 200, body: 'html' },
    { delay: '1ms' },
    { code: 'x' },
  ],
  times: [1, 3, 'always', 0, -1],
  probability: [0.5, 1, 0, 2],
  seed: [1, -1, 2 ** 53],
  id: ['demo', 'other', ''],
  api_key: ['other_key', 'demo_api_key', ''],
  approved: [true],
  otp: [
    { attempts: 3 },
    { lifetime: '1m' },
    { lifetime: 1e15 },
    { codes: { '*': '1111' }, policy: 'fixed' },
    { length: { walletA: 11 } },
  ],
  card: [{ callback: 'browser' }, { callback: 'both' }, { callback: 'x' }],
  checkout: [{ lifetime: '1m' }, { lifetime: 1e15 }, { lifetime: '1e9h' }],
  statuses: [{ BACKEND_ERROR: 499 }, { BACKEND_ERROR: null }, { X: 400 }],
  invoice_no: ['INV-9', '', ' '],
  gateway: ['cardgw', 'x'],
  secret_key: ['sk_other', ''],
  received: ['gateway=cardgw&approved=1', '{}', ''],
};

const queries: Readonly<Record<string, readonly [string, ...string[]]>> = {
  limit: ['1', '200', '0', '201', '1e2', ''],
  cursor: ['1', '9007199254740993', '-1'],
  after: ['0', '5', '9007199254740993', 'x'],
  wait: waits,
  status: ['completed', 'pending', 'active', 'x'],
  gateway: ['walletA', 'x'],
  type: ['reset', 'otp.sent,reset', 'x'],
  account: ['demo', 'x'],
  mobile_number: ['0912345678', '912345678', 'x'],
  invoice_no: ['INV-1', '%00', 'a%ff'],
  transaction_id: ['100001', 'x', '1e9'],
  process_id: ['1000000000001'],
  code: ['BACKEND_ERROR', 'x'],
  x: ['y'],
};

/** Operations that change a named record. */
const acts = controlOperations.filter(({ method, path }) => method === 'post' && path.includes(':'));
const names = Object.keys(members);
const queryNames = Object.keys(queries);

/** A call to the control API with values that it may or may not accept. */
export function controlRequest(dice: Dice): WireRequest {
  const from = dice.chance(0.5) ? acts : controlOperations;
  const operation = from[dice.below(from.length)];
  const noun = operation?.path.split('/')[1] ?? '';
  const path = (operation?.path ?? '/').replace(/:\w+/g, () =>
    dice.chance(0.9)
      ? dice.oneOf(ids[noun] ?? otherIds)
      : encodeURIComponent(dice.text().toWellFormed()) || '0',
  );
  const query = dice.chance(0.4) ? `?${queryOf(dice, operation)}` : '';
  return framed({
    method: dice.chance(0.97)
      ? (operation?.method ?? 'get').toUpperCase()
      : dice.oneOf(['GET', 'POST', 'PUT']),
    target: `/_sandbox/api${path}${query}`,
    headers: { 'Content-Type': 'application/json' },
    body: operation?.body ? bodyOf(dice, operation) : '',
  });
}

function queryOf(dice: Dice, operation: Operation | undefined): string {
  const count = 1 + dice.below(3);
  const pairs = Array.from({ length: count }, () => {
    const name = nameOf(dice, operation?.query, queryNames);
    const values = queries[name] ?? ['y'];
    // A wait with an arbitrary text could be a long one.
    const value =
      name !== 'wait' && dice.chance(0.1)
        ? encodeURIComponent(dice.text().toWellFormed())
        : dice.oneOf(values);
    return `${name}=${value}`;
  });
  return pairs.join('&');
}

function bodyOf(dice: Dice, { body: schema }: Operation): Buffer | string {
  if (dice.chance(0.05)) return dice.bytes(100);
  if (dice.chance(0.05))
    return dice.oneOf(['null', '[]', '"x"', '1', '{"a":', '{"__proto__":{"x":1}}', '['.repeat(5000)]);
  const count = dice.below(4);
  const body = Array.from({ length: count }, () => {
    const name = nameOf(dice, schema, names);
    const values = members[name] ?? ['y'];
    return [name, dice.chance(0.1) ? dice.text() : dice.oneOf(values)] as const;
  });
  return JSON.stringify(Object.fromEntries(body));
}

/** Mostly a name from the call's schema, if it lists any. */
function nameOf(dice: Dice, schema: Operation['body'], others: readonly string[]): string {
  const own = schema ? namesAt(schema, []) : [];
  const from = own.length > 0 && dice.chance(0.95) ? own : others;
  return from[dice.below(from.length)] ?? 'x';
}
