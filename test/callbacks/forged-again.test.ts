import { describe, expect, it } from 'vitest';
import { tamperings } from '../../src/settings/delivery.ts';
import { callback, decided, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import type { MerchantServer } from '../support/merchant-server.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { exported, fileOf, imported, type Row, rowsIn } from '../support/snapshot-files.ts';
import { crossed } from '../support/spread.ts';

type Gateway = 'aggregator' | 'cardgw';

async function forgedTo(merchant: MerchantServer, gateway: Gateway, tamper: string, settings: object = {}) {
  const sandbox = await freshSandbox({ settings });
  const url = gateway === 'aggregator' ? 'callback_url' : 'return_url';
  const token = await startCheckout(sandbox, gateway, { [url]: `${merchant.url}/app` });
  await decided(sandbox, token, 'approve', { tamper });
  await settled(sandbox);
  return sandbox;
}

async function resent(sandbox: TestSandbox, body: object): Promise<void> {
  const { status, text } = await sandbox.control('callbacks/1/resend', body);
  if (status !== 202) throw new Error(text);
  await settled(sandbox);
}

/** What was wrong with the newest attempt, as its event tells it. */
async function newestForgery(sandbox: TestSandbox): Promise<unknown> {
  const { json } = await sandbox.control('events?type=callback.attempted');
  return json.data.at(-1).tampered;
}

/** What the newest request said. */
function newest({ arrivals }: MerchantServer): string {
  const { url = '', body = '' } = arrivals.at(-1) ?? {};
  return body || (url.split('?')[1] ?? '');
}

describe('A forged callback that is forged again is the same message', () => {
  it.each(crossed(['aggregator', 'cardgw'] as const, tamperings))('%s, %s', async (gateway, tamper) => {
    const merchant = await freshMerchant();
    const sandbox = await forgedTo(merchant, gateway, tamper);
    const first = newest(merchant);
    await resent(sandbox, { tamper });
    expect(newest(merchant)).toBe(first);
    expect(await newestForgery(sandbox)).toBe(tamper);
  });

  it('and one that is forged otherwise has only the new forgery', async () => {
    const merchant = await freshMerchant();
    const sandbox = await forgedTo(merchant, 'aggregator', 'amount');
    await resent(sandbox, { tamper: 'both-flags' });
    expect(JSON.parse(newest(merchant))).toMatchObject({ amount: '10.00', approved: '1', canceled: '1' });
    expect(await newestForgery(sandbox)).toBe('both-flags');
  });
});

describe('A forged callback that goes to another address while the signature covers its query', () => {
  const settings = { signature: { scope: 'all' }, callback: { mode: 'once' } };

  it.each(['wrong-hash', 'no-hash', 'amount'])('is forged there too: %s', async (tamper) => {
    const merchant = await freshMerchant();
    merchant.answerWith(400);
    const sandbox = await forgedTo(merchant, 'cardgw', tamper, settings);
    merchant.answerWith(200);
    await resent(sandbox, { url: `${merchant.url}/other?shop=1` });
    const { json } = await sandbox.control('signature/check', { query: newest(merchant) });
    expect(json.matches ?? false).toBe(false);
    expect(newest(merchant)).toContain(`amount=${tamper === 'amount' ? '110.00' : '10.00'}&`);
    expect(await newestForgery(sandbox)).toBe(tamper);
    expect((await sandbox.control('transactions/100001')).json.verdict.kind).toBe('forged');
  });

  it('and a genuine one is signed for its new address', async () => {
    const merchant = await freshMerchant();
    const sandbox = await freshSandbox({ settings });
    const token = await startCheckout(sandbox, 'cardgw', { return_url: `${merchant.url}/app` });
    await decided(sandbox, token, 'approve');
    await settled(sandbox);
    await resent(sandbox, { url: `${merchant.url}/other?shop=1` });
    const { json } = await sandbox.control('signature/check', { query: newest(merchant) });
    expect([json.matches, await newestForgery(sandbox)]).toEqual([true, undefined]);
  });
});

describe('Fields that are not signed again', () => {
  it.each([
    ['the same as the gateway signed: no forgery', { amount: '10.00' }, undefined, 'told'],
    ['others: a forgery', { amount: '99.00' }, 'edited', 'forged'],
  ])('%s', async (_, fields, forgery, kind) => {
    const merchant = await freshMerchant();
    const sandbox = await freshSandbox();
    const token = await startCheckout(sandbox, 'aggregator', { callback_url: `${merchant.url}/app` });
    await decided(sandbox, token, 'approve');
    await settled(sandbox);
    await resent(sandbox, { fields, sign: false });
    expect(await newestForgery(sandbox)).toBe(forgery);
    expect((await sandbox.control('transactions/100001')).json.verdict.kind).toBe(kind);
  });

  it.each([
    ['of a forged callback stay its forgery', { invoice_no: 'INV-1' }, 'amount'],
    ['that undo a forgery are genuine', { amount: '10.00' }, undefined],
  ])('%s', async (_, fields, forgery) => {
    const merchant = await freshMerchant();
    const sandbox = await forgedTo(merchant, 'aggregator', 'amount');
    await resent(sandbox, { fields, sign: false });
    expect(await newestForgery(sandbox)).toBe(forgery);
    expect((await callback(sandbox)).attempts).toMatchObject([{ genuine: false }, { genuine: false }]);
  });
});

it('A forged callback whose genuine one is missing in its snapshot file stays a forgery', async () => {
  const merchant = await freshMerchant();
  const first = await forgedTo(merchant, 'aggregator', 'wrong-hash');
  await first.control('snapshots', { name: 'story' });
  const [header = {}, ...rows] = rowsIn(await exported(first));
  const counts = { ...(header.counts as Row), callback: 1 };
  const forged = rows.filter((row) => row.record !== 'callback' || row.tamper !== null);
  const sandbox = await freshSandbox();
  await imported(sandbox, fileOf([{ ...header, counts }, ...forged]));
  await sandbox.control('snapshots/story/restore', {});
  expect((await sandbox.control('callbacks')).json.data).toMatchObject([{ tampered: 'wrong-hash' }]);
  await resent(sandbox, { fields: { invoice_no: 'INV-1' }, sign: false });
  expect(await newestForgery(sandbox)).toBe('wrong-hash');
});
