import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { checkoutGateways, expectRefusal, loggedRequest, verified } from '../support/merchant-api.ts';
import { type CallOptions, rightFields, type TestSandbox } from '../support/sandbox.ts';

const used = { invoice_no: ['has been used before'] };

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

function confirm(gateway: string, invoice_no: string, call?: CallOptions) {
  const right = rightFields[`${gateway}/confirm` as keyof typeof rightFields];
  return sandbox.call(`${gateway}/confirm`, { ...right, invoice_no }, call);
}

describe('invoice_no is unique and never used before', () => {
  it('Used before on any gateway of that account and mode: 422 fields.invoice_no', async () => {
    await sandbox.call('walletA/confirm', await verified(sandbox, 'walletA'));
    for (const gateway of checkoutGateways) {
      expectRefusal(await confirm(gateway, 'INV-1'), 'INVALID_INPUTS', used);
    }
    const wallet = await verified(sandbox, 'walletB');
    expectRefusal(await sandbox.call('walletB/confirm', wallet), 'INVALID_INPUTS', used);
    const paid = await sandbox.call('walletB/confirm', { ...wallet, invoice_no: 'INV-2' });
    expect(paid.status).toBe(200);
  });

  it('A checkout that is not paid yet uses it up as well, and so does a canceled one', async () => {
    await confirm('cardgw', 'INV-1');
    expectRefusal(await confirm('aggregator', 'INV-1'), 'INVALID_INPUTS', used);
    await sandbox.control('checkouts/token-1/cancel', { order: 'return-only' });
    expectRefusal(await confirm('aggregator', 'INV-1'), 'INVALID_INPUTS', used);
  });

  it('The other mode and the other account have numbers of their own', async () => {
    const { json: other } = await sandbox.control('accounts', { id: 'other' });
    const calls = [
      {},
      { token: 'demo_live_token' },
      { token: other.access_tokens.test, apiKey: other.api_key },
      { token: other.access_tokens.live, apiKey: other.api_key },
    ];
    for (const call of calls) expect((await confirm('cardgw', 'INV-1', call)).status).toBe(200);
    for (const call of calls) expectRefusal(await confirm('cardgw', 'INV-1', call), 'INVALID_INPUTS', used);
  });

  it.each([
    ['A-1', 'a-1'],
    ['caf\u00e9', 'cafe\u0301'],
    ['1', '01'],
    ['1', '\u0661'],
    ['A1', '\uff211'],
    ['stra\u00dfe', 'strasse'],
    ['\u0130', 'I'],
  ])('%s and %s are two', async (first, second) => {
    for (const number of [first, second]) expect((await confirm('cardgw', number)).status).toBe(200);
    for (const number of [first, second]) {
      expectRefusal(await confirm('cardgw', number), 'INVALID_INPUTS', used);
    }
  });

  it('A refused confirm leaves it free', async () => {
    const right = rightFields['cardgw/confirm'];
    for (const wrong of [{ amount: '0' }, { amount: 'x' }, { lang: 'fr' }, { return_url: '/x' }]) {
      expect((await sandbox.call('cardgw/confirm', { ...right, ...wrong })).status).not.toBe(200);
    }
    expect((await sandbox.call('cardgw/confirm', right)).status).toBe(200);
  });
});

describe('The form of invoice_no', () => {
  it.each([
    ['', 'is required'],
    [' ', 'must not begin or end with a space'],
    ['   ', 'must not begin or end with a space'],
    [' A', 'must not begin or end with a space'],
    ['A ', 'must not begin or end with a space'],
    ['\u00a0A', 'must not begin or end with a space'],
    ['A\u3000', 'must not begin or end with a space'],
    ['\ufeffA', 'must not begin or end with a space'],
    ['x'.repeat(256), 'must have at most 255 characters'],
    ['\u{1f600}'.repeat(256), 'must have at most 255 characters'],
    ['A\r\nB', 'must not contain control characters'],
    ['A\n', 'must not contain control characters'],
    ['\tA', 'must not contain control characters'],
    ['A\u001bB', 'must not contain control characters'],
    ['A\u007fB', 'must not contain control characters'],
    ['A\u0085B', 'must not contain control characters'],
    ['A\u202eB', 'must not contain control characters'],
    ['A\u2066B', 'must not contain control characters'],
    ['A\u200fB', 'must not contain control characters'],
    ['A\u061cB', 'must not contain control characters'],
    ['A\u2028B', 'must not contain control characters'],
  ])('%j is refused', async (number, why) => {
    expectRefusal(await confirm('cardgw', number), 'INVALID_INPUTS', { invoice_no: [why] });
  });

  it.each(['x'.repeat(255), '\u{1f600}'.repeat(255), '0', '.', '-'])('%.20s is fine', async (number) => {
    expect((await confirm('cardgw', number)).status).toBe(200);
    expect((await sandbox.control('transactions/100001')).json.invoice_no).toBe(number);
  });

  it('One outside A-Z a-z 0-9 . _ - earns a lint note, one inside does not', async () => {
    const { lint } = await loggedRequest(sandbox, await confirm('cardgw', 'A/1'));
    expect(lint).toContainEqual(expect.stringContaining('invoice_no: clients differ'));
    const plain = await loggedRequest(sandbox, await confirm('cardgw', 'Az09._-'));
    expect(plain.lint).toEqual(['the live service accepts HTTPS only']);
  });

  it('invoice.alphabet strict refuses it', async () => {
    await sandbox.control('settings', { invoice: { alphabet: 'strict' } }, 'PATCH');
    const why = { invoice_no: ['must consist of A-Z a-z 0-9 . _ -'] };
    for (const number of ['A/1', 'a b', 'caf\u00e9', '\u0661']) {
      expectRefusal(await confirm('cardgw', number), 'INVALID_INPUTS', why);
    }
    expect((await confirm('cardgw', 'Az09._-')).status).toBe(200);
  });
});

/** Encodes a value like PHP's http_build_query. */
function phpEncoded(text: string): string {
  const encoded = encodeURIComponent(text).replace(
    /[!'()*~]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return encoded.replaceAll('%20', '+');
}

describe('Stored as text, shown escaped, signed right, round-tripped exactly', () => {
  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '{{7*7}}',
    "'; DROP TABLE x;--",
    'a&b=c',
    'a%41',
    '~x*',
    "!'()*",
    'a+b c',
    '=cmd|x',
    '\u0641\u0627\u062a\u0648\u0631\u0629-\u0661',
    '\u{1f600}\u{1f468}\u200d\u{1f469}',
    '__proto__',
    '../../etc/passwd',
  ])('%s', async (number) => {
    await confirm('cardgw', number);
    expect((await sandbox.control('transactions/100001')).json.invoice_no).toBe(number);
    const page = (await sandbox.fetch('/checkout?token=token-1')).text;
    if (/[<>"']/.test(number)) expect(page).not.toContain(number);

    const { json } = await sandbox.control('checkouts/token-1/approve', { order: 'return-only' });
    const query = `gateway=cardgw&approved=1&amount=10.00&currency=USD&invoice_no=${phpEncoded(number)}&transaction_id=100001`;
    const hashed = createHmac('sha256', 'demo_secret_key').update(query).digest('hex').toUpperCase();
    expect(json.return_url).toBe(`https://shop.example/return?${query}&hashed=${hashed}`);
    expect(new URL(json.return_url).searchParams.get('invoice_no')).toBe(number);
  });
});
