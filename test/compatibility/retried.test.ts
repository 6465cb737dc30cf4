import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { verified } from '../support/merchant-api.ts';
import { type Fields, rightFields, type TestSandbox } from '../support/sandbox.ts';

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
  expect((await sandbox.call('walletB/confirm', { ...fields, code: '000000' })).status).not.toBe(200);
  await sandbox.control('clock/advance', { by: '1s' });
  expect((await sandbox.call('walletB/confirm', fields)).status).toBe(200);
  expect(await advice(sandbox)).toEqual([]);
});

it('a process that was given up does not count once its invoice was paid with another one', async () => {
  const sandbox = await freshSandbox();
  const first = await verified(sandbox, 'walletB');
  await sandbox.call('walletB/confirm', { ...first, code: '000000' });
  await sandbox.control('clock/advance', { by: '10m' });
  await sandbox.call('walletB/confirm', await verified(sandbox, 'walletB'));
  expect(await advice(sandbox)).toEqual([]);
});
