import { describe, expect, it } from 'vitest';
import { attempted, callback, decided, paid, settled, startCheckout } from '../support/checkouts.ts';
import { freshHoldingMerchant, freshMerchant, freshSandbox } from '../support/fresh.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { isGenuine, judged, pairsOf, pairsOfJson } from '../support/verifier.ts';

const secret = 'demo_secret_key';

async function asked(sandbox: TestSandbox, body: unknown = {}, id = '1'): Promise<void> {
  const { status, text } = await sandbox.control(`callbacks/${id}/resend`, body);
  if (status !== 202) throw new Error(text);
}

const queryOf = (url = '') => pairsOf(url.split('?')[1] ?? '');

describe('Resend of a card callback', () => {
  it.each([
    ['localbankcards', 'approve', 'paid'],
    ['localbankcards', 'cancel', 'canceled'],
    ['cardgw', 'approve', 'paid'],
    ['cardgw', 'cancel', 'canceled'],
  ] as const)('%s, %s: edited fields are signed again and verify', async (gateway, decision, verdict) => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    const token = await startCheckout(sandbox, gateway, { return_url: `${merchant.url}/return` });
    await decided(sandbox, token, decision);
    await settled(sandbox);
    await asked(sandbox, { fields: { amount: '99.00', invoice_no: 'a&b=c' } });
    await settled(sandbox);
    const sent = queryOf(merchant.arrivals[1]?.url);
    expect(judged(gateway, sent, secret)).toBe(verdict);
    expect(new Map(sent).get('invoice_no')).toBe('a&b=c');
    expect(new Map(sent).get('amount')).toBe('99.00');
  });

  it('sign false keeps the old hash, which is refused; a null takes a field away', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    const token = await startCheckout(sandbox, 'cardgw', { return_url: `${merchant.url}/return?shop=1` });
    await decided(sandbox, token, 'approve');
    await settled(sandbox);
    const { hashed } = await callback(sandbox);
    await asked(sandbox, { fields: { amount: '99.00', currency: null }, sign: false });
    await settled(sandbox);
    expect(merchant.arrivals[1]?.url).toBe(
      '/return?shop=1&gateway=cardgw&approved=1&amount=99.00&invoice_no=INV-1&transaction_id=100001&hashed=' +
        hashed,
    );
    expect(judged('cardgw', queryOf(merchant.arrivals[1]?.url).slice(1), secret)).toBe('refused');
  });
});

describe('Resend of an aggregator callback', () => {
  it('without its hash: hashed is a field that can be taken away', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    await asked(sandbox, { fields: { hashed: null }, sign: false });
    await settled(sandbox);
    const sent = pairsOfJson(merchant.arrivals[1]?.body ?? '');
    expect(sent.map(([name]) => name)).not.toContain('hashed');
    expect(judged('aggregator callback', sent, secret)).toBe('refused');
  });

  it('edited and to another address at once', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    const other = await freshMerchant();
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    await asked(sandbox, { url: `${other.url}/elsewhere`, fields: { invoice_no: 'INV-9' } });
    await settled(sandbox);
    expect(other.arrivals[0]?.url).toBe('/elsewhere');
    expect(judged('aggregator callback', pairsOfJson(other.arrivals[0]?.body ?? ''), secret)).toBe('paid');
    expect(merchant.arrivals).toHaveLength(1);
  });

  it('takes a field named constructor like any other, and refuses __proto__', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    const resend = async (body: string) => {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
      return (await sandbox.fetch('/_sandbox/api/callbacks/1/resend', init)).status;
    };
    expect(await resend('{"fields":{"__proto__":"b"}}')).toBe(400);
    expect(await resend('{"fields":{"constructor":"a"}}')).toBe(202);
    await settled(sandbox);
    const sent = pairsOfJson(merchant.arrivals[1]?.body ?? '');
    expect(sent.slice(-2).map(([name]) => name)).toEqual(['constructor', 'hashed']);
    expect(isGenuine(sent, secret)).toBe(true);
  });
});

describe('Never changes the transaction nor its status', () => {
  it.each([
    ['the same bytes', {}],
    ['another address', { url: 'http://127.0.0.1:9/' }],
    ['edited fields', { fields: { amount: '1.00', approved: '0' } }],
    ['unsigned', { fields: { amount: '1.00' }, sign: false }],
    ['a field less', { fields: { approved: null } }],
  ])('%s', async (_what, body) => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    const before = (await sandbox.control('transactions')).json;
    const { attempts: _first, attempts_total: _one, ...stored } = await callback(sandbox);
    await asked(sandbox, body);
    await settled(sandbox);
    // An accepted forgery changes the verdict on the payment, not the payment.
    const [after] = (await sandbox.control('transactions')).json.data;
    expect({ ...after, verdict: undefined }).toEqual({ ...before.data[0], verdict: undefined });
    const { attempts, attempts_total, ...now } = await callback(sandbox);
    expect(attempts_total).toBe(2);
    expect(now).toEqual(stored);
    expect(attempts).toMatchObject([{ number: 1 }, { number: 2 }]);
  });
});

describe('What counts as delivered', () => {
  it.each([
    ['to another address', true, {}],
    ['with edited fields', false, { fields: { amount: '1.00' } }],
    ['with a field less, unsigned', false, { fields: { hashed: null }, sign: false }],
  ])('A resend %s leaves a failed callback failed', async (_how, elsewhere, body) => {
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
    const merchant = await freshMerchant();
    const other = await freshMerchant();
    merchant.answerWith(500);
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    merchant.answerWith(200);
    await asked(sandbox, elsewhere ? { url: other.url } : body);
    await settled(sandbox);
    const { status, attempts } = await callback(sandbox);
    expect(status).toBe('exhausted');
    expect(attempts[1]).toMatchObject({ number: 2, genuine: false, answer: { status: 200 } });
  });

  it('A tampered callback sent again is still no delivery', async () => {
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
    const merchant = await freshMerchant();
    merchant.answerWith(400);
    await paid(sandbox, merchant.url, { tamper: 'wrong-hash' });
    await settled(sandbox);
    merchant.answerWith(200);
    await asked(sandbox);
    await settled(sandbox);
    expect(await callback(sandbox)).toMatchObject({
      status: 'exhausted',
      tampered: 'wrong-hash',
      attempts: [{ genuine: false }, { genuine: false }],
    });
    expect((await callback(sandbox, '2')).status).toBe('held');
  });
});

describe('Attempts keep their order', () => {
  it('Resends that are asked for while an attempt hangs come after it, one by one', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshHoldingMerchant();
    await paid(sandbox, merchant.url);
    await merchant.arrived(1);
    for (let index = 0; index < 19; index += 1) {
      await asked(sandbox, { fields: { note: String(index) } });
    }
    expect(merchant.requests).toHaveLength(1);
    merchant.release();
    await attempted(sandbox, 20);
    const notes = merchant.requests.slice(1).map((request) => /"note":"(\d+)"/.exec(request)?.[1]);
    expect(notes).toEqual(Array.from({ length: 19 }, (_, index) => String(index)));
    const { attempts } = await callback(sandbox);
    expect(attempts.map(({ number }: { number: number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect(attempts.map(({ request }: { request: string }) => request)).toEqual(merchant.requests);
  });
});
