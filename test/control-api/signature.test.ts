import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callback, decided, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import type { TestSandbox } from '../support/sandbox.ts';

/** As defined in the API documentation, Authentication, 7, without our own code. */
const hmac = (text: string, key = 'demo_secret_key') =>
  createHmac('sha256', key).update(text, 'utf8').digest('hex').toUpperCase();

const signed = 'gateway=localbankcards&approved=1&invoice_no=14022023&amount=5.00&transaction_id=100900';
const fields = {
  gateway: 'localbankcards',
  approved: '1',
  invoice_no: '14022023',
  amount: '5.00',
  transaction_id: '100900',
};
const secret_key = 'sk_ac63978fe4bc6defb55045fe84492021d1e87555';
const hashed = '79CA9C64A7DF0BB5E634CFA67A90219F5A6C7197265B8732CC5372EF519F761F';
const right = { signed_string: signed, hashed, given: hashed, matches: true, mistakes: [] };

const check = async (sandbox: TestSandbox, body: unknown) =>
  (await sandbox.control('signature/check', body)).json;
const namesOf = ({ mistakes }: { mistakes: { name: string }[] }) => mistakes.map(({ name }) => name);

describe('POST signature/check: the right string and hash', () => {
  it.each([
    ['fields', { fields, hashed }],
    ['fields with hashed among them', { fields: { ...fields, hashed } }],
    ['fields with hashed first', { fields: { hashed, ...fields } }],
    ['pairs', { fields: Object.entries(fields), hashed }],
    ['query', { query: signed, hashed }],
    ['query with hashed', { query: `${signed}&hashed=${hashed}` }],
    ['query from its question mark on', { query: `?${signed}&hashed=${hashed}` }],
    ['whole return URL', { query: `https://shop.example/return?${signed}&hashed=${hashed}#top` }],
    ['path of an access log', { query: `/return?${signed}&hashed=${hashed}` }],
    ['query with a line break after it', { query: `${signed}&hashed=${hashed}\n` }],
    ['body', { body: JSON.stringify({ ...fields, hashed }) }],
    ['body, pretty-printed', { body: JSON.stringify({ ...fields, hashed }, null, 2) }],
    [
      'body with numbers as written',
      {
        body: `{"gateway":"localbankcards","approved":1,"invoice_no":14022023,"amount":5.00,"transaction_id":100900,"hashed":"${hashed}"}`,
      },
    ],
  ])('of a %s', async (_form, given) => {
    expect(await check(await freshSandbox(), { ...given, secret_key })).toEqual(right);
  });

  it('hashed beside the form goes before one inside it', async () => {
    const sandbox = await freshSandbox();
    expect(await check(sandbox, { fields: { ...fields, hashed: 'X' }, hashed, secret_key })).toEqual(right);
    expect((await check(sandbox, { fields: { ...fields, hashed }, hashed: 'X', secret_key })).matches).toBe(
      false,
    );
  });

  it('Without a hash there is nothing to be wrong', async () => {
    const answer = await check(await freshSandbox(), { fields, secret_key });
    expect(answer).toEqual({ ...right, given: null, matches: false });
  });

  it('fields are signed exactly as given, in their order, whatever the gateway', async () => {
    const given = [
      ['zebra', 'ü*~'],
      ['2', 'b b'],
      ['1', 'a&b=c'],
      ['gateway', 'x'],
    ];
    const { signed_string, hashed: own } = await check(await freshSandbox(), { fields: given });
    expect(signed_string).toBe('zebra=%C3%BC%2A%7E&2=b+b&1=a%26b%3Dc&gateway=x');
    expect(own).toBe(hmac(signed_string));
  });

  it('Numbers and booleans count by their text', async () => {
    const given = { approved: true, amount: 5, invoice_no: 'A' };
    expect((await check(await freshSandbox(), { fields: given })).signed_string).toBe(
      'approved=true&amount=5&invoice_no=A',
    );
  });

  it('A question mark in a value belongs to it', async () => {
    const { signed_string } = await check(await freshSandbox(), {
      query: 'approved=1&invoice_no=A?1&transaction_id=/b?c',
    });
    expect(signed_string).toBe('approved=1&invoice_no=A%3F1&transaction_id=%2Fb%3Fc');
  });

  it('Nothing at all is an empty string', async () => {
    expect(await check(await freshSandbox(), { fields: {} })).toMatchObject({
      signed_string: '',
      hashed: hmac(''),
    });
  });

  it('In the layout of the settings', async () => {
    const sandbox = await freshSandbox({ settings: { signature: { layout: 'sorted' } } });
    const sorted = 'approved=1&invoice_no=A+1';
    const given = { invoice_no: 'A 1', approved: '1' };
    expect(await check(sandbox, { fields: given, hashed: hmac(sorted) })).toMatchObject({
      signed_string: sorted,
      matches: true,
    });
    const unsorted = hmac('invoice_no=A+1&approved=1');
    expect(await check(sandbox, { fields: given, hashed: unsorted })).toMatchObject({
      matches: false,
      mistakes: [{ name: 'other-layout' }],
    });
    await sandbox.control('settings', { signature: { layout: 'raw' } }, 'PATCH');
    expect((await check(sandbox, { fields: given })).signed_string).toBe('invoice_no=A 1&approved=1');
    await sandbox.control('settings', { signature: { layout: 'sorted-raw' } }, 'PATCH');
    expect((await check(sandbox, { fields: given })).signed_string).toBe('approved=1&invoice_no=A 1');
  });
});

describe('POST signature/check: what really arrives', () => {
  it.each(['localbankcards', 'cardgw', 'aggregator'] as const)(
    'A callback of %s matches',
    async (gateway) => {
      const merchant = await freshMerchant();
      const sandbox = await freshSandbox();
      const at = gateway === 'aggregator' ? 'callback_url' : 'return_url';
      await startCheckout(sandbox, gateway, { [at]: `${merchant.url}/paid`, invoice_no: 'A&b ü*1' });
      const { json } = await decided(sandbox, 'token-1', 'approve');
      await settled(sandbox);
      const [{ url = '', body = '' } = {}] = await merchant.arrived(1);
      const given = gateway === 'aggregator' ? { body } : { query: url };
      const { signed_string, hashed: sent } = await callback(sandbox);
      expect(await check(sandbox, given)).toEqual({
        signed_string,
        hashed: sent,
        given: sent,
        matches: true,
        mistakes: [],
      });
      expect(sent).toBe(hmac(signed_string));
      expect((await check(sandbox, { query: json.return_url })).matches).toBe(true);
    },
  );
});

describe('secret_key and account', () => {
  it('The first account’s key by default; a given one takes precedence', async () => {
    const sandbox = await freshSandbox({ runningClock: true });
    await sandbox.control('accounts', { id: 'other', secret_key: 'other_secret_key' });
    const given = { fields: { approved: '1' } };
    expect((await check(sandbox, given)).hashed).toBe(hmac('approved=1'));
    expect((await check(sandbox, { ...given, account: 'other' })).hashed).toBe(
      hmac('approved=1', 'other_secret_key'),
    );
    expect((await check(sandbox, { ...given, account: 'other', secret_key: 'ключ' })).hashed).toBe(
      hmac('approved=1', 'ключ'),
    );
  });

  it('The key of another account is named wrong-secret', async () => {
    const sandbox = await freshSandbox({ runningClock: true });
    await sandbox.control('accounts', { id: 'other', secret_key: 'other_secret_key' });
    const answer = await check(sandbox, {
      fields: { approved: '1' },
      hashed: hmac('approved=1', 'other_secret_key'),
    });
    expect(namesOf(answer)).toEqual(['wrong-secret']);
    expect(answer.mistakes[0].explanation).toContain('account other');
  });
});

describe('Bad input', () => {
  it.each([
    [{}, 'exactly one of fields, query, body'],
    [{ hashed: 'X' }, 'exactly one of fields, query, body'],
    [{ fields: {}, query: '' }, 'exactly one of fields, query, body'],
    [{ query: 'a=1', body: '{}' }, 'exactly one of fields, query, body'],
    [{ fields: null }, 'fields'],
    [{ fields: 'a=1' }, 'fields'],
    [{ fields: { a: null } }, 'fields'],
    [{ fields: { a: { b: 1 } } }, 'fields'],
    [{ fields: [['a']] }, 'fields'],
    [{ query: 1 }, 'query'],
    [{ body: { a: 1 } }, 'body'],
    [{ body: '' }, 'body: is not JSON'],
    [{ body: 'a=1' }, 'body: is not JSON'],
    [{ body: '[]' }, 'body: must be a JSON object'],
    [{ body: 'null' }, 'body: must be a JSON object'],
    [{ body: '{"a":{}}' }, 'body: must be a JSON object'],
    [{ fields, hashed: 1 }, 'hashed'],
    [{ fields, secret_key: 1 }, 'secret_key'],
    [{ fields, account: 'nobody' }, 'account: names no account'],
    [{ fields, hash: 'X' }, 'hash'],
  ])('%j is refused, and the answer says %s', async (body, words) => {
    const answer = await (await freshSandbox()).control('signature/check', body);
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'INVALID_REQUEST' } } });
    expect(answer.json.error.message).toContain(words);
  });
});
