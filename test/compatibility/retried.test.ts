import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { codes, verified } from '../support/merchant-api.ts';
import { differentCodes, rightFields, type TestSandbox } from '../support/sandbox.ts';
import { advice, asJson, from, type Program, programs } from './advice.ts';

const verify = rightFields['walletB/verify'];
const confirm = rightFields['cardgw/confirm'];

/** Refused as JSON, accepted as a form. */
const ways: [what: string, send: (sandbox: TestSandbox, agents: [Program, Program]) => Promise<unknown>][] = [
  [
    'a verify',
    async (sandbox, [first, second]) => {
      await sandbox.call('walletB/verify', {}, asJson(first, verify));
      return sandbox.call('walletB/verify', verify, from(second));
    },
  ],
  [
    'a confirm of an invoice',
    async (sandbox, [first, second]) => {
      await sandbox.call('cardgw/confirm', {}, asJson(first, confirm));
      await sandbox.control('clock/advance', { by: '1s' });
      const { json } = await sandbox.call('cardgw/confirm', confirm, from(second));
      return sandbox.control(`checkouts/${encodeURIComponent(json.result.redirect_url)}/approve`, {
        hold: true,
      });
    },
  ],
  [
    'a confirm of a process',
    async (sandbox, [first, second]) => {
      const fields = await verified(sandbox, 'walletB', {}, from(first));
      await sandbox.call('walletB/confirm', {}, asJson(first, fields));
      await sandbox.control('clock/advance', { by: '1s' });
      return sandbox.call('walletB/confirm', fields, from(second));
    },
  ],
];

it.each(ways)('%s that succeeds when the same program sends it again does not count', async (_what, send) => {
  const sandbox = await freshSandbox();
  await send(sandbox, ['shop/1.0', 'shop/1.0']);
  expect(await advice(sandbox)).toEqual([]);
});

it.each(ways)('%s that succeeds when another program sends it counts', async (_what, send) => {
  const sandbox = await freshSandbox();
  await send(sandbox, ['shop/1.0', 'curl/8']);
  expect(await advice(sandbox)).toEqual(['requests.bodies']);
});

it('a verify of another amount for the same number is another payment', async () => {
  const sandbox = await freshSandbox();
  await sandbox.call('walletB/verify', { ...verify, amount: '33.333' });
  await sandbox.call('walletB/verify', verify);
  expect(await advice(sandbox)).toEqual(['The amount must have one of the forms XXX, XX.X or XX.XX.']);
});

it('a confirm of a paid process does not count, also if another program paid it', async () => {
  const sandbox = await freshSandbox();
  const fields = await verified(sandbox, 'walletB', {}, from('shop/1.0'));
  for (const agent of programs.toReversed()) await sandbox.call('walletB/confirm', fields, from(agent));
  expect(await advice(sandbox)).toEqual([]);
});

it('a wrong code does not count once the right one was accepted', async () => {
  const sandbox = await freshSandbox();
  const fields = await verified(sandbox, 'walletB');
  expect((await sandbox.call('walletB/confirm', { ...fields, code: codes.walletB.wrong })).status).not.toBe(
    200,
  );
  await sandbox.control('clock/advance', { by: '1s' });
  expect((await sandbox.call('walletB/confirm', fields)).status).toBe(200);
  expect(await advice(sandbox)).toEqual([]);
});

it('a process that was given up does not count once its invoice was paid with another one', async () => {
  const sandbox = await freshSandbox();
  const first = await verified(sandbox, 'walletB');
  await sandbox.call('walletB/confirm', { ...first, code: codes.walletB.wrong });
  await sandbox.control('clock/advance', { by: '10m' });
  await sandbox.call('walletB/confirm', await verified(sandbox, 'walletB'));
  expect(await advice(sandbox)).toEqual([]);
});

it.each([
  ['a body', { amount: '-1' }],
  ['another field', { invoice_no: '' }],
])('of similar refusals, an older one may tell which setting helps: %s', async (_what, wrong) => {
  const sandbox = await freshSandbox();
  await sandbox.call('cardgw/confirm', {}, asJson('shop/1.0', confirm));
  for (const invoice_no of ['T1', 'T2', 'T3', 'T4', 'T5', 'T6'])
    await sandbox.call('cardgw/confirm', {}, asJson('shop/1.0', { ...confirm, invoice_no, ...wrong }));
  expect(await advice(sandbox)).toEqual(['requests.bodies']);
});

it('a wrong code does not hide the setting that a double verify needs', async () => {
  const sandbox = await freshSandbox({ ids: differentCodes() });
  const first = await verified(sandbox, 'walletA');
  await verified(sandbox, 'walletA');
  await sandbox.call('walletA/confirm', { ...first, code: '222222' });
  const other = await verified(sandbox, 'walletA', { mobile_number: '0932222222' });
  await sandbox.call('walletA/confirm', { ...other, invoice_no: 'INV-9', code: codes.walletA.wrong });
  expect(await advice(sandbox)).toEqual(['otp.repeat_window']);
});
