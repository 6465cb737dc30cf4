import { describe, expect, it } from 'vitest';
import { callback, decided, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import type { TestSandbox } from '../support/sandbox.ts';

const check = async (sandbox: TestSandbox, body: unknown) =>
  (await sandbox.control('signature/check', body)).json;

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
      const genuine = { signed_string, hashed: sent, matches: true, mistakes: [] };
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
