import type { Dice } from './dice.ts';
import { framed, printable, type WireRequest } from './request.ts';

const pages = [
  '/',
  '/checkout',
  '/checkout/result',
  '/checkout/return',
  '/checkout/x',
  '/_sandbox',
  '/_sandbox/',
  '/_sandbox/health',
  '/_sandbox/inbox',
  '/_sandbox/inbox/0912345678',
  '/_sandbox/transactions',
  '/_sandbox/transactions/100001',
  '/_sandbox/requests',
  '/_sandbox/requests/1',
  '/_sandbox/requests/new',
  '/_sandbox/callbacks',
  '/_sandbox/callbacks/1',
  '/_sandbox/faults',
  '/_sandbox/clock',
  '/_sandbox/settings',
  '/_sandbox/snapshots',
  '/_sandbox/compatibility',
  '/_sandbox/openapi/merchant.json',
  '/_sandbox/llms.txt',
  '/assets/0/x.css',
  '/favicon.ico',
] as const;

const forms = [
  '/checkout/pay',
  '/checkout/back',
  '/checkout/resend',
  '/checkout/cancel',
  '/checkout/tools',
  '/checkout/preview',
  '/checkout/extend',
  '/_sandbox/requests/new',
  '/_sandbox/requests/1/replay',
  '/_sandbox/callbacks/retry',
  '/_sandbox/callbacks/1/resend',
  '/_sandbox/faults',
  '/_sandbox/faults/clear',
  '/_sandbox/faults/1/remove',
  '/_sandbox/clock/advance',
  '/_sandbox/clock/freeze',
  '/_sandbox/clock/resume',
  '/_sandbox/settings/defaults',
  '/_sandbox/settings/otp.attempts',
  '/_sandbox/settings/callback.delay',
  '/_sandbox/snapshots',
  '/_sandbox/snapshots/one/restore',
  '/_sandbox/compatibility',
  '/_sandbox/compatibility/apply',
  '/_sandbox/reset',
] as const;

const fields: Readonly<Record<string, readonly [string, ...string[]]>> = {
  token: ['token-1', 'token-2', 'token-3', 'x'],
  lang: ['en', 'ar', 'fr'],
  number: ['4111111111111111', '9111111111111111', '1'],
  expiry: ['12/30', '13/30'],
  cvc: ['123', ''],
  holder: ['A', ''],
  method: ['method_1', 'method_3', 'method_9'],
  step: ['code', 'card', 'challenge', 'x'],
  process_id: ['1000000000001', '1000000000002'],
  code: ['123456', '1234', '999999'],
  action: ['approve', 'cancel', 'decline', 'final', 'expire', 'x'],
  result: ['authenticated', 'failed', 'no-answer'],
  order: ['together', 'return-first', 'callback-only', 'x'],
  delay: ['0s', '1ms', 'x', '1e300'],
  copies: ['1', '20', 'x'],
  tamper: ['', 'amount', 'x'],
  by: ['1m', '-1', '1e300', '99999999999999h'],
  at: ['2026-01-15T12:00', 'x', '+275760-09-13T00:00:00Z'],
  value: ['3', '1m', 'x', '1e300'],
  name: ['one', '../x'],
  limit: ['1', 'x'],
  cursor: ['1', 'x', '9007199254740993'],
  status: ['completed', 'x'],
};
const names = Object.keys(fields);

/** A page or a form of the checkout, the inbox or the dashboard. */
export function pageRequest(dice: Dice): WireRequest {
  const pairs = Array.from({ length: dice.below(6) }, (): [string, string] => {
    const name = names[dice.below(names.length)] ?? 'x';
    return [name, dice.chance(0.1) ? dice.text() : dice.oneOf(fields[name] ?? ['x'])];
  });
  const text = new URLSearchParams([['token', dice.oneOf(['token-1', 'token-2', 'x'])], ...pairs]).toString();
  if (dice.chance(0.5)) {
    const noise = dice.chance(0.05) ? `/${printable(dice.text())}` : '';
    return framed({
      method: dice.oneOf(['GET', 'GET', 'HEAD']),
      target: `${dice.oneOf(pages)}${noise}?${text}`,
    });
  }
  return framed({
    method: 'POST',
    target: dice.oneOf(forms),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: dice.chance(0.95) ? text : dice.bytes(200),
  });
}
