import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';

const signed = 'gateway=localbankcards&approved=1&invoice_no=14022023&amount=5.00&transaction_id=100900';
const secret_key = 'sk_ac63978fe4bc6defb55045fe84492021d1e87555';
const hashed = '79CA9C64A7DF0BB5E634CFA67A90219F5A6C7197265B8732CC5372EF519F761F';
const message = `${signed}&hashed=${hashed}`;
const sorted = message.split('&').toSorted().join('&');
const json = JSON.stringify(Object.fromEntries(new URLSearchParams(message)));
const lines = [...new URLSearchParams(message)].flat().join('\n');
const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const cmd = (text: string) => text.replaceAll(/[&%]/g, '^$&');

const check = async (given: object) =>
  (await (await freshSandbox()).control('signature/check', { secret_key, ...given })).json;
/** `right`, or the names of the mistakes. */
const verdict = async (given: object) => {
  const { matches, mistakes } = await check(given);
  return matches ? 'right' : mistakes.map(({ name }: { name: string }) => name).join(' ');
};

/** Other text around a message. */
const around: ((text: string) => string)[] = [
  (text) => `After request [POST /callback, client=127.0.0.1, payload=${text}]`,
  (text) => `[2026-11-28 00:00:00] local.INFO: callback ${text} []`,
  (text) => `curl -H 'Content-Type: application/json' -d '${text}' http://localhost:3000/callback`,
  (text) => `POST /callback ${text}`,
];

describe('A message is found in other text', () => {
  it.each(around)('a body: %s', async (within) => {
    expect(await verdict({ query: within(json) })).toBe('right');
    expect(await verdict({ query: within(json.replace('5.00', '9.00')) })).toBe('unclear-text');
  });

  it.each([
    `{"level":30,"req":{"method":"POST"},"body":${json},"msg":"callback"}`,
    `{"expected":{"hashed":"AA"},"body":${json}}`,
    `{"level":"info","request":{"method":"GET","uri":"/return?${message}"},"status":400}`,
    `{"level":30,"url":"/return?${message}","status":400}`,
  ])('JSON with it in it: %s', async (body) => {
    expect(await verdict({ body })).toBe('right');
    expect(await verdict({ body: body.replace('5.00', '9.00') })).toBe('unclear-text');
  });

  it.each([
    `request.INFO: Matched route "r". {"request_uri":"https://shop.test/return?${sorted}","method":"GET"} []`,
    `local.INFO: return {"url":"https://shop.test/return?${sorted}"} `,
    `"https://shop.test/return?${sorted}"`,
    `<https://shop.test/return?${sorted}>`,
  ])('a query that was sorted: %s', async (query) => {
    expect(await verdict({ query })).toBe('sorted-text');
    expect(await verdict({ query: query.replace('5.00', '9.00') })).toBe('unclear-text');
  });

  it('names and values on lines of their own', async () => {
    expect(await verdict({ query: lines })).toBe('right');
    expect(await verdict({ query: `Fields\n${lines}\nResend` })).toBe('right');
    expect(await verdict({ query: lines.replace('5.00', '9.00') })).toBe('unclear-text');
  });
});

describe('A text with the escapes of where it was copied is not as it arrived', () => {
  it.each([
    ['HTML', html(message)],
    ['a link', `<a href="https://shop.test/return?${html(message)}">`],
    ['WordPress', message.replaceAll('&', '&#038;')],
    ['HTML with JSON', `<pre>${html(json)}</pre>`],
    ['a shell', `curl https://shop.test/return?${message.replaceAll('&', '\\&')}`],
    ['cmd', `curl https://shop.test/return?${cmd(message)}`],
    ["Chrome's cmd", `curl ^"https://shop.test/return?${cmd(message)}^" ^\n  -H ^"accept: */*^"`],
    ['JSON in a text', `callback ${JSON.stringify(json)}`],
  ])('%s', async (_from, query) => {
    expect(await verdict({ query })).toBe('escaped-text');
    expect(await verdict({ query: query.replace('5.00', '9.00') })).not.toMatch(/right|escaped-text/);
  });

  it('One whose hash fits nothing is read without them', async () => {
    const query = `https://shop.test/return?${html(message.replace('5.00', '9.00'))}`;
    expect(await check({ query })).toMatchObject({
      signed_string: signed.replace('5.00', '9.00'),
      mistakes: [{ name: 'unclear-text' }],
    });
  });

  it('JSON with JSON in a text', async () => {
    expect(await verdict({ body: JSON.stringify({ msg: 'callback', body: json }) })).toBe('escaped-text');
  });

  it('also in a request, where they arrived: that is not right', async () => {
    for (const ampersand of ['&amp;', '^&', '\\&'])
      for (const part of [
        message.replaceAll('&', ampersand),
        message.replace('&hashed', `${ampersand}hashed`),
      ])
        expect(await verdict({ request: `GET /return?${part} HTTP/1.1\r\nHost: shop\r\n\r\n` })).toBe(
          'escaped-text',
        );
  });

  it('A shop may escape parameters of its own: they are signed so', async () => {
    const sandbox = await freshSandbox({ settings: { signature: { scope: 'all' } } });
    const query = `a=1&amp;b=2&${message}`;
    const { json: answer } = await sandbox.control('signature/check', { secret_key, query });
    expect(answer.signed_string).toBe(`a=1&amp%3Bb=2&${signed}`);
  });
});

describe('Where no message can be read, none is judged', () => {
  it.each([
    `Array ( [gateway] => cardgw [hashed] => ${hashed} )`,
    `Parameters: {"gateway"=>"cardgw", "hashed"=>"${hashed}"}`,
    `next=${encodeURIComponent(`/return?${message}`)}`,
    `${json} ${json.replace('5.00', '9.00')}`,
    `Order 5: hashed=${hashed}`,
  ])('%s', async (query) => {
    expect(await check({ query })).toMatchObject({
      ...{ signed_string: '', matches: false, hashed: expect.any(String) },
      mistakes: [{ name: 'no-message', explanation: expect.stringContaining('has the word `hashed`') }],
    });
  });

  it('unless its hash was given apart', async () => {
    const query = 'Array ( [gateway] => cardgw )';
    expect(await verdict({ query, hashed })).toBe('no-gateway-parameters');
  });

  it.each([
    ['an invoice with this word', signed.replace('14022023', 'hashed:1')],
    ['another parameter', `https://shop.test/?hashed_at=2&${signed}`],
  ])('Not so with %s: it is read, and has no hash', async (_what, query) => {
    const answer = await check({ query });
    expect([answer.mistakes, answer.signed_string.includes('invoice_no=')]).toEqual([[], true]);
  });

  it.each([json + json, `${json}x`, json.replaceAll(':', '=>')])('%s is not JSON', async (body) => {
    expect((await check({ body })).error.message).toBe('body: is not JSON.');
  });

  it('JSON without a hash is refused as before', async () => {
    expect((await check({ body: '{"a":{"b":1}}' })).error.message).toContain(
      'must be a JSON object of texts',
    );
    expect(await verdict({ body: '{"a":1}' })).toBe('no-gateway-parameters');
  });
});

it('A message alone is right or wrong', async () => {
  for (const text of [message, `https://shop.test/return?${message}`, `?${message}`]) {
    expect(await verdict({ query: text })).toBe('right');
    expect(await verdict({ query: text.replace('5.00', '9.00') })).toBe('');
  }
  expect(await verdict({ body: json.replace('5.00', '9.00') })).toBe('');
});

it('A part of a message is judged if it has a hash', async () => {
  expect(await check({ query: `approved=1&hashed=${hashed}` })).toMatchObject({
    signed_string: 'approved=1',
    matches: false,
    mistakes: [],
  });
  expect(await verdict({ query: `GET /return?approved=1&hashed=${hashed} 400` })).toBe('unclear-text');
});
