import { describe, expect, it, test } from 'vitest';
import { callback, decided, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import type { TestSandbox } from '../support/sandbox.ts';

const check = async (sandbox: TestSandbox, body: unknown) =>
  (await sandbox.control('signature/check', body)).json;

test.each(['own', 'all'] as const)(
  'POST signature/check names a message without parameters of the gateway, with the scope %s',
  async (scope) => {
    const sandbox = await freshSandbox({ settings: { signature: { scope } } });
    const noParameters = {
      name: 'no-gateway-parameters',
      explanation: expect.stringContaining('no parameters'),
    };
    const nothing = { signed_string: '', matches: false };
    for (const given of [{ query: '?' }, { body: '{}' }, { query: 'hashed=AB' }])
      expect(await check(sandbox, given)).toMatchObject({ ...nothing, mistakes: [noParameters] });
    const query = 'a=1&b=2&c=3&a=4&d=5&e=6&f=7';
    const ofOthers = await check(sandbox, { query });
    if (scope === 'all') return expect(ofOthers).toMatchObject({ signed_string: query, mistakes: [] });
    const explanation = expect.stringContaining('it has `a`, `b`, `c`, `d`, `e`, and others. ');
    expect(ofOthers).toMatchObject({ ...nothing, mistakes: [{ ...noParameters, explanation }] });
    const { explanation: ofLong } = (await check(sandbox, { query: 'x'.repeat(60_000) })).mistakes[0];
    expect(ofLong.length).toBeLessThan(400);
    const fields = Object.fromEntries(new URLSearchParams(query));
    expect(await check(sandbox, { fields })).toMatchObject({ mistakes: [] });
  },
);

describe.each(['encoded', 'raw', 'sorted', 'sorted-raw'] as const)(
  'POST signature/check where the return_url has a query of its own, in the layout %s',
  (layout) => {
    async function arrived() {
      const merchant = await freshMerchant();
      const sandbox = await freshSandbox({ settings: { signature: { layout } } });
      const return_url = `${merchant.url}/return?order=7&lang=ar`;
      await startCheckout(sandbox, 'localbankcards', { return_url, invoice_no: 'A&b ü*1' });
      const { json } = await decided(sandbox, 'token-1', 'approve');
      await settled(sandbox);
      const [{ url = '' } = {}] = await merchant.arrived(1);
      const { signed_string, hashed: sent } = await callback(sandbox);
      return { sandbox, url, back: json.return_url, signed_string, sent };
    }

    it('what the sandbox sent is right, however it is pasted', async () => {
      const { sandbox, url, back, signed_string, sent } = await arrived();
      const genuine = { signed_string, hashed: sent, given: sent, matches: true, mistakes: [] };
      expect(signed_string).not.toContain('order');
      for (const given of [{ query: url }, { query: back }, { request: `GET ${url} HTTP/1.1` }])
        expect(await check(sandbox, given)).toEqual(genuine);
      const body = JSON.stringify(Object.fromEntries(new URLSearchParams(url.slice(url.indexOf('?')))));
      expect(await check(sandbox, { body })).toEqual(genuine);
    });

    it('a hash of all parameters is foreign-parameters, and listed fields are signed as given', async () => {
      const { sandbox, url, signed_string, sent } = await arrived();
      const fields = [...new URLSearchParams(url.slice(url.indexOf('?') + 1))];
      const ofAll = await check(sandbox, { fields });
      expect(ofAll.signed_string).toMatch(/order=7/);
      expect(ofAll.mistakes).toEqual([
        { name: 'foreign-parameters', explanation: expect.stringContaining('leave those out') },
      ]);
      expect((await check(sandbox, { fields, hashed: ofAll.hashed })).matches).toBe(true);
      expect(await check(sandbox, { query: url, hashed: ofAll.hashed })).toMatchObject({
        signed_string,
        hashed: sent,
        matches: false,
        mistakes: [{ name: 'foreign-parameters', explanation: expect.stringContaining('Leave them out') }],
      });
    });
  },
);

it.each(['localbankcards', 'cardgw', 'aggregator'] as const)(
  'POST signature/check where the return_url of %s has a parameter with a name of the gateway’s',
  async (gateway) => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, gateway, {
      return_url: 'https://app.example/return?invoice_no=7&approved=0',
    });
    const { json } = await decided(sandbox, 'token-1', 'approve', { order: 'return-only' });
    const query = json.return_url;
    expect(query).toMatch(/invoice_no=7.*invoice_no=INV-1/);
    expect(await check(sandbox, { query })).toMatchObject({ matches: true, mistakes: [] });
    const { hashed } = await check(sandbox, { fields: [...new URL(query).searchParams] });
    expect(await check(sandbox, { query, hashed })).toMatchObject({
      matches: false,
      mistakes: [{ name: 'foreign-parameters' }],
    });
  },
);
