import { describe, expect, it } from 'vitest';
import { attempted, callback, decided, paid, settled, startCheckout } from '../support/checkouts.ts';
import { freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { hashedOf, isGenuine, type Pair, pairsOf } from '../support/verifier.ts';

const secret = 'demo_secret_key';

const cards = [
  [
    'localbankcards',
    'approve',
    'gateway=localbankcards&approved=1&invoice_no=INV-1&amount=10.00&transaction_id=100001',
  ],
  [
    'localbankcards',
    'cancel',
    'gateway=localbankcards&canceled=1&invoice_no=INV-1&amount=10.00&transaction_id=100001',
  ],
  [
    'cardgw',
    'approve',
    'gateway=cardgw&approved=1&amount=10.00&currency=USD&invoice_no=INV-1&transaction_id=100001',
  ],
  [
    'cardgw',
    'cancel',
    'gateway=cardgw&canceled=1&amount=10.00&currency=USD&invoice_no=INV-1&transaction_id=100001',
  ],
] as const;

describe('HMAC: the verifier of these tests', () => {
  it.each([
    [
      'sk_ac63978fe4bc6defb55045fe84492021d1e87555',
      'gateway=localbankcards&approved=1&invoice_no=14022023&amount=5.00&transaction_id=100900',
      '79CA9C64A7DF0BB5E634CFA67A90219F5A6C7197265B8732CC5372EF519F761F',
    ],
    [
      'sk_40a07a6c0e63818dc2b292c8e302894e08acedfb',
      'approved=1&invoice_no=43321',
      'E6E3486C137F4260C2C598C7A903836CDDBC1FAF87240A58660FA91F363D5DBA',
    ],
  ])('knows the hash that %s gives to %s', (key, query, hashed) => {
    expect(hashedOf(pairsOf(query), key)).toBe(hashed);
  });
});

describe('Callback to the merchant', () => {
  it.each(cards)(
    '%s, after %s, sends a GET to the return URL with exactly %s and hashed',
    async (...card) => {
      const [gateway, decision, query] = card;
      const sandbox = await freshSandbox();
      const merchant = await freshRawMerchant();
      const token = await startCheckout(sandbox, gateway, { return_url: `${merchant.url}/return` });
      await decided(sandbox, token, decision);
      await settled(sandbox);

      const [request = ''] = merchant.requests;
      const hashed = hashedOf(pairsOf(query), secret);
      expect(request.split('\r\n')[0]).toBe(`GET /return?${query}&hashed=${hashed} HTTP/1.1`);
      expect(request).toMatch(new RegExp(`\r\nHost: ${merchant.host}\r\n`));
      expect(request.endsWith('\r\n\r\n')).toBe(true);
      expect(await callback(sandbox)).toMatchObject({
        method: 'GET',
        gateway,
        url: `${merchant.url}/return?${query}&hashed=${hashed}`,
        signed_string: query,
        hashed,
        status: 'delivered',
        attempts: [{ number: 1, request }],
      });
    },
  );

  it('aggregator, when the transaction is completed, sends a POST with a JSON body of strings to callback_url', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant();
    await paid(sandbox, `${merchant.url}/callback`, { payment_method: 'method_4' });
    await settled(sandbox);

    const [request = ''] = merchant.requests;
    const [head = '', body = ''] = request.split('\r\n\r\n');
    const signed =
      'gateway=aggregator&approved=1&amount=10.00&invoice_no=INV-1&paymet_method=method_4&transaction_id=100001';
    const hashed = hashedOf(pairsOf(signed), secret);
    expect(head.split('\r\n')[0]).toBe('POST /callback HTTP/1.1');
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining(['Content-Type: application/json', `Content-Length: ${body.length}`]),
    );
    expect(body).toBe(
      '{"gateway":"aggregator","approved":"1","amount":"10.00","invoice_no":"INV-1","paymet_method":"method_4",' +
        `"transaction_id":"100001","hashed":"${hashed}"}`,
    );
    expect(await callback(sandbox)).toMatchObject({
      method: 'POST',
      body,
      fields: JSON.parse(body),
      signed_string: signed,
      hashed,
      attempts: [{ number: 1, request }],
    });
  });

  it('aggregator sends none when the customer cancels: the browser returns with approved 0', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant();
    const token = await startCheckout(sandbox, 'aggregator', { callback_url: `${merchant.url}/callback` });
    const { json } = await decided(sandbox, token, 'cancel');
    await settled(sandbox);

    const hashed = hashedOf(pairsOf('approved=0&invoice_no=INV-1'), secret);
    expect(json.callbacks).toEqual([]);
    expect(json.return_url).toBe(`https://shop.example/return?approved=0&invoice_no=INV-1&hashed=${hashed}`);
    expect((await sandbox.control('callbacks')).json.data).toEqual([]);
    expect(merchant.requests).toEqual([]);
  });

  it('The return of a card checkout carries the same query as its callback', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant();
    const token = await startCheckout(sandbox, 'cardgw', { return_url: `${merchant.url}/return` });
    const { json } = await decided(sandbox, token, 'approve');
    expect(json.return_url).toBe((await callback(sandbox)).url);
  });

  it('The return of the aggregator carries approved, invoice_no and hashed', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant();
    const { json } = await paid(sandbox, merchant.url);
    const hashed = hashedOf(pairsOf('approved=1&invoice_no=INV-1'), secret);
    expect(json.return_url).toBe(`https://shop.example/return?approved=1&invoice_no=INV-1&hashed=${hashed}`);
  });

  it.each(['a&b=c', 'a%41', '~x*', 'فاتورة 7', '🧾', '<script>', "';--", 'a+b c'])(
    'An invoice_no of %s arrives whole and verifies, in a query and in JSON',
    async (invoiceNo) => {
      const sandbox = await freshSandbox();
      const merchant = await freshRawMerchant();
      const token = await startCheckout(sandbox, 'localbankcards', {
        return_url: merchant.url,
        invoice_no: invoiceNo,
      });
      await decided(sandbox, token, 'approve');
      await attempted(sandbox, 1);
      await paid(sandbox, merchant.url, {}, `${invoiceNo}2`);
      await attempted(sandbox, 2);

      const [get = '', post = ''] = merchant.requests;
      const query = pairsOf(get.split(' ')[1]?.split('?')[1] ?? '');
      expect(new Map(query).get('invoice_no')).toBe(invoiceNo);
      expect(isGenuine(query, secret)).toBe(true);
      const body: Pair[] = Object.entries(JSON.parse(post.slice(post.indexOf('\r\n\r\n'))));
      expect(new Map(body).get('invoice_no')).toBe(`${invoiceNo}2`);
      expect(isGenuine(body, secret)).toBe(true);
    },
  );

  it.each([
    ['/return?shop=1&x=%41b', '/return?shop=1&x=%41b&gateway='],
    ['/return?shop=1#top', '/return?shop=1&gateway='],
    ['/return#top', '/return?gateway='],
    ['/return?', '/return?gateway='],
    ['/return?gateway=mine', '/return?gateway=mine&gateway='],
    ['', '/?gateway='],
    ['/عودة', '/%D8%B9%D9%88%D8%AF%D8%A9?gateway='],
  ])('A return_url that ends in "%s" is asked for as %s…', async (end, start) => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant();
    const token = await startCheckout(sandbox, 'localbankcards', { return_url: `${merchant.url}${end}` });
    const { json } = await decided(sandbox, token, 'approve');
    await settled(sandbox);

    const [request = ''] = merchant.requests;
    expect(request.startsWith(`GET ${start}localbankcards&`)).toBe(true);
    // The hash covers only the gateway's own parameters. The fragment follows them on the way back to the
    // browser.
    const own = request.slice(request.indexOf('gateway=localbankcards'), request.indexOf(' HTTP/1.1'));
    expect(isGenuine(pairsOf(own), secret)).toBe(true);
    expect(json.return_url.endsWith(end.includes('#') ? `${own}#top` : own)).toBe(true);
  });
});
