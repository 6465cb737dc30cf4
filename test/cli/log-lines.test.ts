import { describe, expect, it } from 'vitest';
import { logLines } from '../../src/cli/log-lines.ts';
import type { LogEntry } from '../../src/client/contract.ts';
import {
  call,
  callback,
  code,
  common,
  failed,
  page,
  refused,
  reset,
  stranger,
} from '../support/log-entries.ts';

const url = 'http://127.0.0.1:4700';
const shown = (entry: LogEntry, width: number, hasColor = false) => logLines(entry, { width, hasColor, url });

const all: readonly LogEntry[] = [call, code, refused, stranger, page, callback, failed, reset];

describe('The lines of the log', () => {
  it('in 80 columns', () => {
    expect(all.flatMap((each) => shown(each, 80))).toEqual([
      '14:03:22  200   1.2 ms  walletB/verify          0945678901',
      '14:03:22  code          7331                    0945678901  walletB  149.50',
      '14:03:22  422   1.2 ms  localbankcards/confirm  INV-1001  INVALID_INPUTS',
      '          amount is required  http://127.0.0.1:4700/_sandbox/requests/12',
      '14:03:22  401   1.2 ms  walletB/verify          no valid keys  UNAUTHORIZED',
      '          The access token or API key is invalid, or the account is not approved',
      '          yet.',
      '          http://127.0.0.1:4700/_sandbox/requests/12',
      '14:03:22  page          paid                    INV-1001  149.50 LYD  method_1',
      '14:03:22  200    34 ms  → callback 3            INV-1001  localhost:3000/paymen…',
      '14:03:22  500    1.2 s  → callback 3, try 2     INV-1001  localhost:3000/paymen…',
      '          TypeError: order is undefined',
      '          Next try at 14:03:32.  http://127.0.0.1:4700/_sandbox/callbacks/3',
      '14:03:22  sandbox       reset: all data cleared',
    ]);
  });

  it('in 160 columns', () => {
    expect(all.flatMap((each) => shown(each, 160))).toEqual([
      '14:03:22  200   1.2 ms  walletB/verify          0945678901',
      '14:03:22  code          7331                    0945678901  walletB  149.50',
      '14:03:22  422   1.2 ms  localbankcards/confirm  INV-1001  INVALID_INPUTS',
      '          Some fields are missing or filled out incorrectly. · amount is required  http://127.0.0.1:4700/_sandbox/requests/12',
      '14:03:22  401   1.2 ms  walletB/verify          no valid keys  UNAUTHORIZED  from 127.0.0.1',
      '          The access token or API key is invalid, or the account is not approved yet.  http://127.0.0.1:4700/_sandbox/requests/12',
      '14:03:22  page          paid                    INV-1001  149.50 LYD  method_1  aggregator',
      '14:03:22  200    34 ms  → callback 3            INV-1001  http://localhost:3000/payments/callback',
      '14:03:22  500    1.2 s  → callback 3, try 2     INV-1001  http://localhost:3000/payments/callback',
      '          TypeError: order is undefined',
      '          Next try at 14:03:32.  http://127.0.0.1:4700/_sandbox/callbacks/3',
      '14:03:22  sandbox       reset: all data cleared',
    ]);
  });

  it('in color: only the basic ones, and only for what should catch the eye', () => {
    expect(all.flatMap((each) => shown(each, 80, true))).toEqual([
      '14:03:22  \u001b[32m200 \u001b[39m  1.2 ms  walletB/verify          0945678901',
      '14:03:22  \u001b[36mcode          \u001b[39m7331                    0945678901  walletB  149.50',
      '14:03:22  \u001b[33m422 \u001b[39m  1.2 ms  localbankcards/confirm  INV-1001  \u001b[33mINVALID_INPUTS\u001b[39m',
      '          amount is required  http://127.0.0.1:4700/_sandbox/requests/12',
      '14:03:22  \u001b[33m401 \u001b[39m  1.2 ms  walletB/verify          \u001b[33mno valid keys\u001b[39m  \u001b[33mUNAUTHORIZED\u001b[39m',
      '          The access token or API key is invalid, or the account is not approved',
      '          yet.',
      '          http://127.0.0.1:4700/_sandbox/requests/12',
      '14:03:22  \u001b[35mpage          \u001b[39mpaid                    INV-1001  149.50 LYD  method_1',
      '14:03:22  \u001b[32m200 \u001b[39m   34 ms  → callback 3            INV-1001  localhost:3000/paymen…',
      '14:03:22  \u001b[31m500 \u001b[39m   1.2 s  → callback 3, try 2     INV-1001  localhost:3000/paymen…',
      '          TypeError: order is undefined',
      '          Next try at 14:03:32.  http://127.0.0.1:4700/_sandbox/callbacks/3',
      '14:03:22  sandbox       reset: all data cleared',
    ]);
  });

  it('of other entries', () => {
    const others: readonly LogEntry[] = [
      { ...call, status: 503, code: 'BACKEND_ERROR', duration_ms: 61_000, fault: 'fault 1', reason: null },
      {
        ...call,
        method: 'GET',
        endpoint: null,
        path: '/api/v1/x',
        status: 404,
        duration_ms: 12,
        mobile_number: null,
      },
      { ...code, type: 'otp.locked', code: null, amount: null },
      { ...page, type: 'checkout.declined', reason: 'insufficient_funds', payment_method: null },
      { ...page, type: 'checkout.returned', payment_method: null },
      { ...failed, status: null, answer: null, error: 'the connection was refused', next_attempt_at: null },
      { ...failed, answer: '', next_attempt_at: null, tampered: 'wrong-hash' },
      {
        ...failed,
        answer: `TypeError: no total\r\n    at paid (shop.mjs:4:38)\n\n    at ${'x'.repeat(149)}\uFFFD`,
        next_attempt_at: null,
      },
      { ...callback, type: 'callback.exhausted', attempt: null, error: null },
      { ...page, type: 'transaction.declined', reason: 'declined' },
      { ...reset, message: `clock set to ${common.at}` },
      { kind: 'gap', at: common.at, message: 'Older entries are no longer kept (setting retention.events).' },
    ];
    expect(others.flatMap((each) => shown(each, 160))).toEqual([
      '14:03:22  503    1 min  walletB/verify          0945678901  BACKEND_ERROR  fault 1',
      '          http://127.0.0.1:4700/_sandbox/requests/12',
      '14:03:22  404    12 ms  GET /api/v1/x',
      '          http://127.0.0.1:4700/_sandbox/requests/12',
      '14:03:22  code          locked: wrong codes     0945678901  walletB',
      '14:03:22  page          declined, can retry     INV-1001  149.50 LYD  insufficient_funds  aggregator',
      '14:03:22  page          browser returned        INV-1001  aggregator',
      '14:03:22  fail   1.2 s  → callback 3, try 2     INV-1001  http://localhost:3000/payments/callback',
      '          the connection was refused',
      '          http://127.0.0.1:4700/_sandbox/callbacks/3',
      '14:03:22  500    1.2 s  → callback 3, try 2     INV-1001  wrong-hash  http://localhost:3000/payments/callback',
      '          Your app sent an empty answer.',
      '          http://127.0.0.1:4700/_sandbox/callbacks/3',
      '14:03:22  500    1.2 s  → callback 3, try 2     INV-1001  http://localhost:3000/payments/callback',
      '          TypeError: no total',
      '          at paid (shop.mjs:4:38)',
      `          at ${'x'.repeat(147)}`,
      `          xx…`,
      '          http://127.0.0.1:4700/_sandbox/callbacks/3',
      '14:03:22  callback      3 failed, no tries left  INV-1001  http://localhost:3000/payments/callback',
      '14:03:22  page          declined                INV-1001  149.50 LYD  method_1  aggregator',
      expect.stringMatching(/^14:03:22 {2}sandbox {7}clock set to 2026-01-15 14:03:22 [+-]\d\d:\d\d$/),
      '14:03:22  log           Older entries are no longer kept (setting retention.events).',
    ]);
  });
});
