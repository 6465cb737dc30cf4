import { describe, expect, it } from 'vitest';
import { callback, paid, settled } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';

/** A test vector from public clients. */
const signed = 'gateway=localbankcards&approved=1&invoice_no=14022023&amount=5.00&transaction_id=100900';
const secret_key = 'sk_ac63978fe4bc6defb55045fe84492021d1e87555';
const hashed = '79CA9C64A7DF0BB5E634CFA67A90219F5A6C7197265B8732CC5372EF519F761F';
const right = { signed_string: signed, hashed, given: hashed, matches: true, mistakes: [] };
const json = JSON.stringify({ ...Object.fromEntries(new URLSearchParams(signed)), hashed });

const check = async (body: object) =>
  (await (await freshSandbox()).control('signature/check', { secret_key, ...body })).json;

describe('request: a whole HTTP request', () => {
  it.each([
    ['query', `GET /return?${signed}&hashed=${hashed} HTTP/1.1\r\nHost: shop\r\n\r\n`],
    ['JSON body', `POST /callback?token=1 HTTP/1.1\r\nHost: shop\r\n\r\n${json}`],
    ['form', `POST /callback HTTP/1.1\nHost: shop\n\n${signed}&hashed=${hashed}\n`],
  ])('Its %s is judged', async (_part, request) => {
    expect(await check({ request })).toEqual(right);
  });

  it.each([
    [{ request: 'Host: shop' }, 'request: is not an HTTP request'],
    [{ request: 'POST / HTTP/1.1\n\n{"a":' }, 'body: is not JSON'],
    [{ request: 'GET /?a=1', query: 'a=1' }, 'exactly one of fields, query, body, request'],
    [{ request: 1 }, 'request'],
    [{ query: 'a=1', built: 1 }, 'built'],
    [{ query: 'a=1', secret_key: '' }, 'secret_key: must not be empty'],
  ])('%j is refused, and the answer says %s', async (body, words) => {
    const { error } = await check(body);
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining(words) });
  });
});

describe('query: a line of text with a query', () => {
  const message = `${signed}&hashed=${hashed}`;

  it.each([
    message,
    `?${message}`,
    `/return?${message}`,
    `http://shop.test/return/id=5?${message}#top`,
    `localhost:3000/return?${message}`,
    `return?${message}`,
    `"${message}"`,
    `'${message}'`,
    `QUERY_STRING=${message}`,
    `<http://shop.test/return?${message}>`,
    `curl -i 'http://shop.test/return?${message}'`,
    `GET /return?${message} 200`,
    `GET /return?${message} HTTP/1.1 200 2`,
    `[28/Nov/2026 00:00:00] "GET /return/?${message} HTTP/1.1" 200 2`,
    `127.0.0.1 - - [28/Nov/2026:00:00:00 +0000] "GET /return?${message} HTTP/1.1" 200 2 "-" "Mozilla/5.0 (X11; Linux)"`,
    `[GET /return?${message}] 200`,
    `CommonsRequestLoggingFilter : Before request [GET /return?${message}, client=127.0.0.1]`,
    `Before request [GET /return?${message}, headers=[host:"shop.test", accept:"*/*"]]`,
    `url: http://shop.test/return?${message}, method: GET`,
    `/return?${message}: 200 OK`,
    `\u001b[32mGET /return?${message}\u001b[0m`,
    `[Sat Nov 28 00:00:00 2026] 127.0.0.1:53210 [200]: GET /return?${message}`,
    `2026-11-28 00:00:00 10.0.0.1 GET /return ${message} 443 - 10.0.0.2 Mozilla/5.0+(X11;+Linux) - 200 0 0 15`,
    `level=info path="/return?${message}" status=400`,
    `level=info path=/return?${message} status=400`,
    `2026-11-28,GET,/return?${message},400,12`,
    `REQUEST_URI=/return?${message}`,
    `export QUERY='${message}'`,
    `curl http://shop.test/callback -d '${message}'`,
    `curl 'http://shop.test/callback?token=1' -d "${message}"`,
    `curl -d ${message} http://shop.test/callback?token=1`,
    `return: ${message}`,
    `return.txt:3:${message}`,
    `Order #5 (${message})`,
    `Is it right? http://shop.test/return?${message}`,
    `See http://shop.test/return?${message}.`,
    `[the return](http://shop.test/return?${message})`,
    `<http://shop.test/return?${message}|the return>`,
    `انظر http://shop.test/return?${message}، من فضلك`,
    `\u2068“${message}”\u2069`,
    `"/return?${message.replaceAll('&', '\\u0026').replaceAll('=', '\\u003d')}\\n"`,
    `{"level":"info","request":{"method":"GET","uri":"/return?${message}","proto":"HTTP/1.1"},"status":400}`,
    `{"level":30,"url":"/return?${message.replaceAll('&', '\\u0026')}","status":400}`,
    message.replaceAll('&', '\n'),
    `http://shop.test/return?${message.replace(/.{30}/g, '$&\r\n  ')}\r\nHost: shop`,
  ])('%s', async (query) => {
    expect(await check({ query })).toEqual(right);
  });

  it.each(['%0A', '%20'])('the hash with %s at its end has a space around it', async (damage) => {
    const url = `https://shop.test/return?${message}${damage}`;
    for (const query of [url, `"GET ${url} HTTP/1.1" 400 2`, `"${url}"`])
      expect((await check({ query })).mistakes, query).toMatchObject([{ name: 'surrounding-space' }]);
  });

  it.each([
    '/',
    '?lang=ar',
    ';x=1',
    'XYZ',
    '0A',
    'é',
    '%E2%80%8F',
    '\\xe2\\x80\\x8f',
    ')',
    ']',
    '}',
    '|',
    '.',
    ',',
  ])('the hash with %s at its end is wrong: the app has received that, too', async (damage) => {
    const texts = [
      `${message}${damage}`,
      `GET /return?${message}${damage}`,
      `[200]: GET /return?${message}${damage}`,
      `127.0.0.1 - - [28/Nov/2026:00:00:00 +0000] "GET /return?${message}${damage} HTTP/1.1" 400 2`,
      `curl http://shop.test/callback -d '${message}${damage}'`,
    ];
    for (const query of texts) expect((await check({ query })).matches, query).toBe(false);
    const request = `GET /return?${message}${damage} HTTP/1.1\r\nHost: shop\r\n\r\n`;
    expect((await check({ request })).matches).toBe(false);
  });

  it.each(["O'Brien", 'A "quoted" one', 'What? Why?', 'A HTTP/2', 'é / 9'])(
    'a decoded value stays as it is: %s',
    async (invoiceNo) => {
      const decoded = `gateway=cardgw&invoice_no=${invoiceNo}&amount=5.00`;
      const fields = new URLSearchParams({ gateway: 'cardgw', invoice_no: invoiceNo, amount: '5.00' });
      for (const label of ['', 'return: '])
        expect((await check({ query: `${label}${decoded}&hashed=${hashed}` })).signed_string).toBe(
          fields.toString(),
        );
    },
  );
});

describe('built: the string that the merchant’s code signed', () => {
  it('Its first difference from the right one is told, and the mistake that made it', async () => {
    const answer = await check({ query: signed, built: signed.replace('5.00', '5') });
    expect(answer).toEqual({
      ...right,
      given: null,
      matches: false,
      mistakes: [{ name: 'amount-reformatted', explanation: expect.any(String) }],
      difference: {
        position: 63,
        field: 'amount',
        explanation:
          'First difference at character 63 (field amount): expected “.00&transact…”, got “&transaction…”.',
      },
    });
  });

  it('The right one has none', async () => {
    expect(await check({ query: signed, built: signed, hashed })).toEqual(right);
  });
});

it("POST signature/check knows a JSON callback that was sorted after it came, in the profile's spelling", async () => {
  const merchant = await freshMerchant();
  const sandbox = await freshSandbox({ settings: { profile: 'compatible' } });
  await paid(sandbox, `${merchant.url}/callback`);
  await settled(sandbox);
  const [{ body: sent = '' } = {}] = await merchant.arrived(1);
  const { signed_string, hashed } = await callback(sandbox);
  expect(signed_string).toContain('payment_method=');
  const body = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(sent)).toSorted()));
  expect((await sandbox.control('signature/check', { body, built: signed_string })).json).toEqual({
    signed_string,
    hashed,
    given: hashed,
    matches: false,
    mistakes: [{ name: 'sorted-text', explanation: expect.any(String) }],
  });
});
