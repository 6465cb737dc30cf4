import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { codes, verified } from '../support/merchant-api.ts';
import { differentCodes, type Fields, rightFields, type TestSandbox } from '../support/sandbox.ts';
import { advice, asJson, from } from './advice.ts';

const confirm = rightFields['cardgw/confirm'];

/** A paid order, and another one with its number or its process: the shop's session or counter is wrong. */
it.each([
  [
    'the invoice number of a paid order, with another amount',
    { mobile_number: '0923456789', amount: '20.00' },
    {},
  ],
  ['the invoice number of a paid order, for another customer', { mobile_number: '0923456789' }, {}],
  ['the process of a paid order', { mobile_number: '0923456789', amount: '20.00' }, { invoice_no: 'INV-2' }],
])('%s counts', async (what, other, changed) => {
  const sandbox = await freshSandbox();
  const first = await verified(sandbox, 'walletB');
  expect((await sandbox.call('walletB/confirm', first)).status).toBe(200);
  await sandbox.control('clock/advance', { by: '1m' });
  const second = { ...(await verified(sandbox, 'walletB', other)), ...changed };
  const stale = what.startsWith('the process') ? { process_id: first.process_id } : {};
  expect((await sandbox.call('walletB/confirm', { ...second, ...stale })).status).toBe(422);
  expect(await advice(sandbox)).toHaveLength(1);
});

it.each([
  [
    'JSON',
    (sandbox: TestSandbox) => sandbox.call('cardgw/confirm', {}, asJson('shop/1.0', confirm)),
    'requests.bodies',
  ],
  [
    'no return_url',
    (sandbox: TestSandbox) => {
      const { return_url: _, ...fields } = confirm;
      return sandbox.call('cardgw/confirm', fields, from('shop/1.0'));
    },
    expect.stringContaining('return_url'),
  ],
  [
    'another amount with another gateway',
    (sandbox: TestSandbox) =>
      sandbox.call(
        'localbankcards/confirm',
        { ...rightFields['localbankcards/confirm'], amount: '12.00' },
        from('shop/1.0'),
      ),
    expect.stringContaining('has been used before'),
  ],
])('a wrong request for a paid order counts: %s', async (_what, send, advised) => {
  const sandbox = await freshSandbox();
  const { json } = await sandbox.call('cardgw/confirm', confirm, from('curl/8'));
  const checkout = encodeURIComponent(json.result.redirect_url);
  await sandbox.control(`checkouts/${checkout}/approve`, { hold: true });
  await send(sandbox);
  expect(await advice(sandbox)).toEqual([advised]);
});

/** A customer begins with walletA, and goes on with another gateway. */
async function beginning(sandbox: TestSandbox, changed: (fields: Fields) => Fields) {
  const fields = await verified(sandbox, 'walletA');
  expect((await sandbox.call('walletA/confirm', changed(fields))).status).not.toBe(200);
  expect(await advice(sandbox)).toHaveLength(1);
}

/** Starts a card payment of the same invoice. */
async function started(sandbox: TestSandbox, fields: Fields = {}): Promise<string> {
  const sent = { ...rightFields['localbankcards/confirm'], ...fields };
  const { status, json } = await sandbox.call('localbankcards/confirm', sent);
  expect(status).toBe(200);
  return encodeURIComponent(json.result.redirect_url);
}

const approve = (sandbox: TestSandbox, checkout: string) =>
  sandbox.control(`checkouts/${checkout}/approve`, { hold: true });

it('a wrong code does not count once the order was paid with another gateway', async () => {
  const sandbox = await freshSandbox();
  await beginning(sandbox, (fields) => ({ ...fields, code: codes.walletA.wrong }));
  const checkout = await started(sandbox);
  expect(await advice(sandbox)).toHaveLength(1);
  await approve(sandbox, checkout);
  expect(await advice(sandbox)).toEqual([]);
});

it.each([
  ['another amount', { amount: '12.00' }],
  ['a process that is unknown', { process_id: '1000000999999' }],
])('%s counts, also if the order was paid with another gateway', async (_what, wrong) => {
  const sandbox = await freshSandbox();
  await beginning(sandbox, (fields) => ({ ...fields, ...wrong }));
  await approve(sandbox, await started(sandbox, 'amount' in wrong ? wrong : {}));
  expect(await advice(sandbox)).toHaveLength(1);
});

it('a paid order that the customer pays again with another gateway does not count', async () => {
  const sandbox = await freshSandbox();
  await approve(sandbox, await started(sandbox));
  for (const wallet of ['walletA', 'walletB'] as const) {
    const fields = await verified(sandbox, wallet);
    expect((await sandbox.call(`${wallet}/confirm`, fields)).status).toBe(422);
  }
  expect((await sandbox.call('aggregator/confirm', rightFields['aggregator/confirm'])).status).toBe(422);
  expect(await advice(sandbox)).toEqual([]);
});

it('a client that sends invoice_no with verify, too, has paid nothing by it', async () => {
  const sandbox = await freshSandbox();
  const sent = { invoice_no: 'INV-1' };
  await verified(sandbox, 'walletA', sent);
  await beginning(sandbox, (fields) => ({ ...fields, amount: '12.00' }));
  await verified(sandbox, 'walletA', sent);
  expect(await advice(sandbox)).toHaveLength(1);
});

it('a wrong format counts, also if the same order was paid with another gateway', async () => {
  const sandbox = await freshSandbox();
  await sandbox.call('cardgw/confirm', {}, asJson('shop/1.0', confirm));
  await sandbox.call('localbankcards/confirm', rightFields['localbankcards/confirm'], from('shop/1.0'));
  expect(await advice(sandbox)).toEqual(['requests.bodies']);
});

it.each([
  ['profile', { profile: 'documented' }],
  ['error.fields', { error: { fields: false } }],
  ['codes', { codes: 'documented' }],
])("a customer's errors do not count, whatever the answers name: %s", async (_what, settings) => {
  const sandbox = await freshSandbox({ ids: differentCodes() });
  expect((await sandbox.control('settings', settings, 'PATCH')).status).toBe(200);
  const first = { ...(await verified(sandbox, 'walletA')), code: '111111' };
  await sandbox.call('walletA/confirm', { ...first, code: codes.walletA.wrong });
  await approve(sandbox, await started(sandbox));
  const second = { ...(await verified(sandbox, 'walletA')), code: '222222', invoice_no: 'INV-2' };
  expect((await sandbox.call('walletA/confirm', second)).status).toBe(200);
  for (const sent of [second, { ...second, invoice_no: 'INV-3' }, first])
    expect((await sandbox.call('walletA/confirm', sent)).status).not.toBe(200);
  expect(await advice(sandbox)).toEqual([]);
});

it('the process of another order counts, also with fixed codes', async () => {
  const sandbox = await freshSandbox({ settings: { otp: { policy: 'fixed' } } });
  const first = await verified(sandbox, 'walletA');
  expect((await sandbox.call('walletA/confirm', first)).status).toBe(200);
  await verified(sandbox, 'walletA', { mobile_number: '0932222222' });
  expect((await sandbox.call('walletA/confirm', { ...first, invoice_no: 'INV-2' })).status).toBe(422);
  expect(await advice(sandbox)).toHaveLength(1);
});

it('the code of the second verify with the first process counts, also if the order is paid in another way', async () => {
  const sandbox = await freshSandbox({ ids: differentCodes() });
  const first = await verified(sandbox, 'walletA');
  await verified(sandbox, 'walletA');
  await sandbox.call('walletA/confirm', { ...first, code: '222222' });
  await approve(sandbox, await started(sandbox));
  expect(await advice(sandbox)).toEqual(['otp.repeat_window']);
});
