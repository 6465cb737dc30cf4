import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { codes, verified } from '../support/merchant-api.ts';
import { differentCodes, type Fields, rightFields, type TestSandbox } from '../support/sandbox.ts';

const verify = rightFields['walletB/verify'];
const confirm = rightFields['cardgw/confirm'];

/** Two programs call the same endpoints. */
const programs = ['shop/1.0', 'curl/8'] as const;
type Program = (typeof programs)[number];

function from(agent: Program, headers = {}) {
  return { headers: { 'User-Agent': agent, ...headers } };
}

/** JSON, which the API refuses. */
function asJson(agent: Program, fields: Fields) {
  return { ...from(agent, { 'Content-Type': 'application/json' }), body: JSON.stringify(fields) };
}

/** Settings that `doctor --client` proposes, and reasons for which none helps. */
async function advice(sandbox: TestSandbox): Promise<string[]> {
  const { proposals, failures } = (await sandbox.control('client/check', { ask_app: false })).json;
  const settings = proposals.map(({ setting }: { setting: string }) => setting);
  const others = failures.filter(({ needs }: { needs: unknown[] }) => needs.length === 0);
  return [...settings, ...others.map(({ reason }: { reason: string }) => reason)];
}

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
    'another gateway',
    (sandbox: TestSandbox) =>
      sandbox.call('localbankcards/confirm', rightFields['localbankcards/confirm'], from('shop/1.0')),
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

it('a wrong code does not count once the same order was paid with another gateway', async () => {
  const sandbox = await freshSandbox();
  const first = await verified(sandbox, 'walletA');
  await sandbox.call('walletA/confirm', { ...first, code: codes.walletA.wrong });
  expect(await advice(sandbox)).toHaveLength(1);
  await sandbox.call('walletB/confirm', await verified(sandbox, 'walletB'));
  expect(await advice(sandbox)).toEqual([]);
});

it('a wrong format counts, also if the same order was paid with another gateway', async () => {
  const sandbox = await freshSandbox();
  await sandbox.call('cardgw/confirm', {}, asJson('shop/1.0', confirm));
  await sandbox.call('localbankcards/confirm', rightFields['localbankcards/confirm'], from('shop/1.0'));
  expect(await advice(sandbox)).toEqual(['requests.bodies']);
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
