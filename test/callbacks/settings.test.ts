import { describe, expect, it } from 'vitest';
import { callback, decided, paid, settled, startCheckout } from '../support/checkouts.ts';
import { freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { hashedOf, pairsOf } from '../support/verifier.ts';

const secret = 'demo_secret_key';

describe('card.callback', () => {
  it.each(['localbankcards', 'cardgw'] as const)(
    '%s, by default, sends a server GET and lets the browser return with the same query',
    async (gateway) => {
      const sandbox = await freshSandbox();
      const merchant = await freshRawMerchant();
      const token = await startCheckout(sandbox, gateway, { return_url: `${merchant.url}/return` });
      const { json } = await decided(sandbox, token, 'approve');
      await settled(sandbox);
      expect(json.callbacks).toEqual(['1']);
      expect(merchant.requests).toHaveLength(1);
      expect(merchant.requests[0]?.split(' ')[1]).toBe(json.return_url.slice(merchant.url.length));
    },
  );

  it('browser: nothing is sent, and the browser returns with the signed query', async () => {
    const sandbox = await freshSandbox({ settings: { card: { callback: 'browser' } } });
    const merchant = await freshRawMerchant();
    const token = await startCheckout(sandbox, 'cardgw', { return_url: `${merchant.url}/return` });
    const { json } = await decided(sandbox, token, 'approve');
    await settled(sandbox);
    const query =
      'gateway=cardgw&approved=1&amount=10.00&currency=USD&invoice_no=INV-1&transaction_id=100001';
    expect(json.callbacks).toEqual([]);
    expect(json.return_url).toBe(
      `${merchant.url}/return?${query}&hashed=${hashedOf(pairsOf(query), secret)}`,
    );
    expect(merchant.requests).toEqual([]);
  });

  it('server: the GET is sent, and the browser returns to the plain return_url', async () => {
    const sandbox = await freshSandbox({ settings: { card: { callback: 'server' } } });
    const merchant = await freshRawMerchant();
    const token = await startCheckout(sandbox, 'cardgw', { return_url: `${merchant.url}/return?a=1` });
    const { json } = await decided(sandbox, token, 'approve');
    await settled(sandbox);
    expect(json.return_url).toBe(`${merchant.url}/return?a=1`);
    expect(merchant.requests).toHaveLength(1);
  });

  it('browser leaves the callback of the aggregator as it is', async () => {
    const sandbox = await freshSandbox({ settings: { card: { callback: 'browser' } } });
    const merchant = await freshRawMerchant();
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    expect(merchant.requests).toHaveLength(1);
  });
});

describe('aggregator.method_field', () => {
  it('payment_method takes the place of the spelling of the document', async () => {
    const sandbox = await freshSandbox({ settings: { aggregator: { method_field: 'payment_method' } } });
    const merchant = await freshRawMerchant();
    await paid(sandbox, merchant.url);
    expect((await callback(sandbox)).signed_string).toBe(
      'gateway=aggregator&approved=1&amount=10.00&invoice_no=INV-1&payment_method=method_1&transaction_id=100001',
    );
  });
});

describe('names', () => {
  it('Mapped names of gateway and method are what callbacks carry, and what the signature covers', async () => {
    const sandbox = await freshSandbox({ names: { aggregator: 'acmehub', method_2: 'acme_cash' } });
    const merchant = await freshRawMerchant();
    const { status } = await paid(sandbox, merchant.url, { payment_method: 'acme_cash' });
    expect(status).toBe(200);
    const { signed_string: text, hashed } = await callback(sandbox);
    expect(text).toBe(
      'gateway=acmehub&approved=1&amount=10.00&invoice_no=INV-1&paymet_method=acme_cash&transaction_id=100001',
    );
    expect(hashed).toBe(hashedOf(pairsOf(text), secret));
  });
});

describe('amount in callbacks', () => {
  it.each(['007', '5', '5.5', '500.00'])('%s goes out as it came', async (amount) => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant();
    const token = await startCheckout(sandbox, 'aggregator', { callback_url: merchant.url, amount });
    await decided(sandbox, token, 'approve');
    await settled(sandbox);
    expect(merchant.requests[0]).toContain(`"amount":"${amount}"`);
  });
});

describe('--callback-host-map', () => {
  it('Callbacks for a host go to another one, with the bytes that the first would get', async () => {
    const merchant = await freshRawMerchant();
    const sandbox = await freshSandbox({ callbackHostMap: { 'shop.example:8080': merchant.host } });
    await paid(sandbox, 'http://shop.example:8080/callback');
    await settled(sandbox);
    const [request = ''] = merchant.requests;
    expect(request).toMatch(/^POST \/callback HTTP\/1\.1\r\nHost: shop\.example:8080\r\n/);
    expect((await callback(sandbox)).attempts[0].request).toBe(request);
  });
});
