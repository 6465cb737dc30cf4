import { describe, expect, it } from 'vitest';
import { proposals } from '../../src/cli/compatibility/rules.ts';
import { seenBy } from '../../src/cli/compatibility/seen.ts';
import { controlClient } from '../../src/cli/control-client.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

async function switches(sandbox: TestSandbox): Promise<readonly string[]> {
  const seen = await seenBy(controlClient({ url: await sandbox.listen() }));
  return proposals(seen).map((proposal) => proposal.switch);
}

/** A card payment whose callback has got this answer of the merchant. */
async function paid(sandbox: TestSandbox, invoice_no: string, status: number, approval = {}): Promise<void> {
  const merchant = await freshMerchant();
  merchant.answerWith(status);
  const fields = { ...rightFields['cardgw/confirm'], invoice_no, return_url: `${merchant.url}/return` };
  const { json } = await sandbox.call('cardgw/confirm', fields);
  const checkout = encodeURIComponent(json.result.redirect_url);
  const { callbacks } = (await sandbox.control(`checkouts/${checkout}/approve`, approval)).json;
  await expect
    .poll(async () => (await sandbox.control(`callbacks/${callbacks[0]}`)).json.attempts[0]?.answer?.status)
    .toBe(status);
}

describe('doctor --client proposes nothing', () => {
  it('for card callbacks of which the merchant takes some: its handler is there', async () => {
    const sandbox = await freshSandbox();
    await paid(sandbox, 'A-1', 403);
    await paid(sandbox, 'A-2', 200);
    expect(await switches(sandbox)).toEqual([]);
  });

  it('for a forged callback that the merchant refuses, as it should', async () => {
    const sandbox = await freshSandbox();
    await paid(sandbox, 'A-1', 403, { tamper: 'wrong-hash' });
    expect(await switches(sandbox)).toEqual([]);
  });

  it('for a gateway that has a name of its own already', async () => {
    const sandbox = await freshSandbox({ names: { walletB: 'bpay' } });
    await sandbox.call('cpay/verify', rightFields['walletB/verify']);
    expect(await switches(sandbox)).toEqual([]);
  });
});

it('doctor --client looks further back than one page of the log', async () => {
  const sandbox = await freshSandbox({ settings: { rate_limit: null } });
  await sandbox.call('bpay/verify', rightFields['walletB/verify']);
  for (let count = 0; count < 200; count += 1) await sandbox.call('walletA/verify', {});
  expect(await switches(sandbox)).toEqual(['names']);
});
