import { expect, test } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import { rightFields } from '../../support/sandbox.ts';
import { done } from '../../support/tool-page.ts';

const codes = [
  ['MAINTENANCE_MODE', 'settings/maintenance_mode', { maintenance_mode: 'on' }],
  ['TOO_MAY_REQUESTS', 'settings/rate_limit', { 'rate_limit.requests': '1', 'rate_limit.period': '1m' }],
  [
    'SANDBOX_TRANSACTION_LIMIT_EXCEEDED',
    'settings/sandbox_transaction_limit',
    { 'sandbox_transaction_limit.transactions': '1', 'sandbox_transaction_limit.period': '1d' },
  ],
  [
    'AMOUNT_EXCEEDED_MAXIMUM',
    'settings/limits.maximum_amount',
    { 'limits.maximum_amount.live': '100', 'limits.maximum_amount.test': '9.99' },
  ],
  ['FORBIDDEN_IP_ADDRESS', 'account/demo/whitelist', { 'ip_whitelist.enabled': 'on' }],
  ['BACKEND_ERROR', 'faults', { kind: 'code', 'effect.code': 'BACKEND_ERROR', times: 'always' }],
] as const;

test.each(codes)('%s is a form away: %s %j', async (code, path, fields) => {
  const sandbox = await freshSandbox();
  await done(sandbox, path, fields);
  const confirm = (invoice_no: string) =>
    sandbox.call('cardgw/confirm', { ...rightFields['cardgw/confirm'], invoice_no });
  // The limits allow one call.
  await confirm('INV-1');
  expect((await confirm('INV-2')).json.error.code).toBe(code);
});
