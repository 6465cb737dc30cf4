import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';

/** A test vector from public clients. */
const signed = 'gateway=localbankcards&approved=1&invoice_no=14022023&amount=5.00&transaction_id=100900';
const secret_key = 'sk_ac63978fe4bc6defb55045fe84492021d1e87555';
const hashed = '79CA9C64A7DF0BB5E634CFA67A90219F5A6C7197265B8732CC5372EF519F761F';
const json = JSON.stringify({ ...Object.fromEntries(new URLSearchParams(signed)), hashed });

const check = async (body: object) =>
  (await (await freshSandbox()).control('signature/check', { secret_key, ...body })).json;

describe('A message that cannot be read gets no verdict', () => {
  const unread = {
    signed_string: '',
    hashed: expect.any(String),
    matches: false,
    mistakes: [{ name: 'no-message', explanation: expect.stringContaining('has the word `hashed`') }],
  };

  it.each([
    `After request [POST /callback, client=127.0.0.1, payload=${json}]`,
    `Array ( [gateway] => cardgw [hashed] => ${hashed} )`,
    `Parameters: {"gateway"=>"cardgw", "hashed"=>"${hashed}"}`,
    JSON.stringify(json),
    `next=${encodeURIComponent(`/return?${signed}&hashed=${hashed}`)}`,
  ])('%s', async (query) => {
    expect(await check({ query })).toEqual(unread);
  });

  it('unless its hash was given apart', async () => {
    const query = `Array ( [gateway] => cardgw [hashed] => ${hashed} )`;
    expect((await check({ query, hashed })).mistakes).toMatchObject([{ name: 'no-gateway-parameters' }]);
  });

  it.each([
    ['an invoice with this word', `${signed.replace('14022023', 'hashed:1')}`],
    ['another return_url', `https://shop.test/?a=1&amp;hashed_at=2&${signed}`],
  ])('Not so with %s: it is read, and has no hash', async (_what, query) => {
    const answer = await check({ query });
    expect([answer.mistakes, answer.signed_string.includes('invoice_no=')]).toEqual([[], true]);
  });

  it('A shop may escape its own parameters: they arrive so, and are signed so', async () => {
    const sandbox = await freshSandbox({ settings: { signature: { scope: 'all' } } });
    const query = `a=1&amp;b=2&${signed}&hashed=${hashed}`;
    const { json: answer } = await sandbox.control('signature/check', { secret_key, query });
    expect(answer.signed_string).toBe(`a=1&amp%3Bb=2&${signed}`);
  });
});
