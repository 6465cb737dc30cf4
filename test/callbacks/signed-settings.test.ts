import { describe, expect, it } from 'vitest';
import { callback, decided, paid, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { hashedOf, isGenuine, pairsOf } from '../support/verifier.ts';

const secret = 'demo_secret_key';
const own = 'gateway=cardgw&approved=1&amount=10.00&currency=USD&invoice_no=INV-1&transaction_id=100001';

async function paidCard(settings: unknown) {
  const sandbox = await freshSandbox({ settings });
  const merchant = await freshMerchant();
  const returnUrl = `${merchant.url}/r?z=1&order=a%20b#top`;
  const token = await startCheckout(sandbox, 'cardgw', { return_url: returnUrl });
  const { json } = await decided(sandbox, token, 'approve');
  await settled(sandbox);
  const query = merchant.arrivals[0]?.url.slice('/r?'.length) ?? '';
  return { sandbox, merchant, query, back: new URL(json.return_url) };
}

describe('signature.scope', () => {
  it('own: the parameters of the return_url are not signed', async () => {
    const { query } = await paidCard({});
    expect(query).toBe(`z=1&order=a%20b&${own}&hashed=${hashedOf(pairsOf(own), secret)}`);
  });

  it('all: every parameter that arrives is signed, of callback and return alike', async () => {
    const { sandbox, query, back } = await paidCard({ signature: { scope: 'all' } });
    expect(isGenuine(pairsOf(query), secret)).toBe(true);
    expect(back.search.slice(1)).toBe(query);
    expect((await callback(sandbox)).signed_string).toBe(`z=1&order=a+b&${own}`);
  });

  it('all, with the layout sorted-raw', async () => {
    const { sandbox } = await paidCard({ signature: { scope: 'all', layout: 'sorted-raw' } });
    expect((await callback(sandbox)).signed_string).toBe(
      'amount=10.00&approved=1&currency=USD&gateway=cardgw&invoice_no=INV-1&order=a b&transaction_id=100001&z=1',
    );
  });

  it('all: a return_url without a query has nothing to add, and a POST signs its body alone', async () => {
    const sandbox = await freshSandbox({ settings: { signature: { scope: 'all' } } });
    const merchant = await freshMerchant();
    const { json } = await paid(sandbox, `${merchant.url}/c?shop=1`);
    await settled(sandbox);
    expect((await callback(sandbox)).signed_string).toMatch(/^gateway=aggregator&/);
    expect(isGenuine(pairsOf(new URL(json.return_url).search.slice(1)), secret)).toBe(true);
  });

  it('all: a callback sent to another address is signed for its query', async () => {
    const { sandbox, merchant } = await paidCard({ signature: { scope: 'all' } });
    await sandbox.control('callbacks/1/resend', { url: `${merchant.url}/other?b=2` });
    await settled(sandbox);
    const query = merchant.arrivals[1]?.url.slice('/other?'.length) ?? '';
    expect(query).toMatch(/^b=2&gateway=cardgw&/);
    expect(isGenuine(pairsOf(query), secret)).toBe(true);
    await sandbox.control('callbacks/1/resend', { url: `${merchant.url}/other?b=3`, sign: false });
    await settled(sandbox);
    expect(isGenuine(pairsOf(merchant.arrivals[2]?.url.slice('/other?'.length) ?? ''), secret)).toBe(false);
  });
});

describe('signature.scope and POST signature/check', () => {
  it('all: a hash without the parameters of the return_url is explained', async () => {
    const sandbox = await freshSandbox({ settings: { signature: { scope: 'all' } } });
    const given = 'approved=1&invoice_no=A+1';
    const query = `order=7&${given}`;
    const hashed = hashedOf(pairsOf(given), secret);
    expect((await sandbox.control('signature/check', { query, hashed })).json).toMatchObject({
      signed_string: query,
      matches: false,
      mistakes: [{ name: 'own-parameters-only' }],
    });
  });
});

describe('callback.types', () => {
  async function bodyWith(settings: unknown, choice = {}) {
    const sandbox = await freshSandbox({ settings });
    const merchant = await freshMerchant();
    await paid(sandbox, `${merchant.url}/c`, choice);
    await settled(sandbox);
    return JSON.parse(merchant.arrivals[0]?.body ?? '');
  }

  it('text: every member is a text', async () => {
    expect(await bodyWith({})).toMatchObject({ approved: '1', amount: '10.00', transaction_id: '100001' });
  });

  it('number: approved and transaction_id are numbers, and the hash verifies as before', async () => {
    const body = await bodyWith({ callback: { types: 'number' } });
    expect(body).toMatchObject({
      approved: 1,
      amount: '10.00',
      invoice_no: 'INV-1',
      transaction_id: 100_001,
    });
    const pairs = Object.entries(body).map(([name, value]) => [name, String(value)] as const);
    expect(isGenuine(pairs, secret)).toBe(true);
  });

  it('number: a callback with forged types keeps them', async () => {
    const body = await bodyWith({ callback: { types: 'number' } }, { tamper: 'types' });
    expect(body).toMatchObject({ approved: true, amount: 10, transaction_id: 100_001 });
  });

  it('number: the GET of a card gateway has texts, as every query', async () => {
    const { query } = await paidCard({ callback: { types: 'number' } });
    expect(query).toContain(own);
  });
});

describe('Values that they do not take', () => {
  it.each([
    [{ signature: { scope: 'some' } }, 'signature.scope: must be one of own, all.'],
    [
      { signature: { layout: 'sorted_raw' } },
      'signature.layout: must be one of encoded, raw, sorted, sorted-raw. Did you mean "sorted-raw"?',
    ],
    [{ callback: { types: 1 } }, 'callback.types: must be one of text, number.'],
    [{ requests: { query: 'refuse' } }, 'requests.query: must be one of ignore, merge.'],
    [
      { otp: { repeat_window: 'soon' } },
      'otp.repeat_window: must be a duration such as "10m", "90s", "250ms" or milliseconds.',
    ],
    [{ profile: 'lenient' }, 'profile: must be one of documented, observed, compatible.'],
  ])('%j is refused in words', async (patch, message) => {
    const sandbox = await freshSandbox();
    const { status, json } = await sandbox.control('settings', patch, 'PATCH');
    expect([status, json.error.message]).toEqual([400, message]);
  });
});
