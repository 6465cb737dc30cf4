import { describe, expect, test } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import { rightFields, type TestSandbox } from '../../support/sandbox.ts';
import { done, errorBeside, heldBy, sendTo, wordsOf } from '../../support/tool-page.ts';

const secrets = ['demo_api_key', 'demo_test_token', 'demo_live_token', 'demo_secret_key'];
const pageOf = async (sandbox: TestSandbox, query = '') =>
  (await sandbox.fetch(`/_sandbox/account${query}`)).text;
const accountOf = async (sandbox: TestSandbox, id = 'demo') => (await sandbox.control(`accounts/${id}`)).json;

/** The form of an account with everything on, with some changes. Undefined turns a field off. */
function formWith(change: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const form: Record<string, string | undefined> = { name: 'Demo Shop', approved: 'on' };
  for (const token of ['walletA', 'walletB', 'localbankcards', 'cardgw', 'aggregator']) {
    for (const name of ['allowed', 'configured', 'test_mode']) form[`gateways.${token}.${name}`] = 'on';
    form[`gateways.${token}.currency`] = token === 'cardgw' ? 'USD' : 'LYD';
  }
  const given = Object.entries({ ...form, ...change }).filter((entry): entry is [string, string] => {
    return entry[1] !== undefined;
  });
  return Object.fromEntries(given);
}

describe('Keys and tokens', () => {
  test('are masked until somebody asks for them, and then in an answer that no cache keeps', async () => {
    const sandbox = await freshSandbox();
    const masked = await pageOf(sandbox);
    for (const secret of secrets) expect(masked).not.toContain(secret);
    expect(wordsOf(masked)).toContain('demo****ey');
    const { status, text, headers } = await sendTo(sandbox, 'account/demo/show');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    for (const secret of secrets) expect(text).toContain(secret);
    expect((await sandbox.fetch('/_sandbox/account/demo/show')).status).toBe(404);
  });

  test.each(['api_key', 'test', 'live', 'secret_key'] as const)(
    'renewing %s makes a new one, and the old one stops working',
    async (what) => {
      const sandbox = await freshSandbox();
      const before = await accountOf(sandbox);
      const page = await done(sandbox, 'account/demo/renew', { what });
      expect(wordsOf(page)).toContain('The new value works now. The old one no longer does.');
      const after = await accountOf(sandbox);
      const value = (account: typeof before) => account[what] ?? account.access_tokens[what];
      expect(value(after)).not.toBe(value(before));
      expect(page).not.toContain(value(after));
      const { json } = await sandbox.call('walletA/verify', rightFields['walletA/verify']);
      expect(json.error?.code).toBe(what === 'api_key' || what === 'test' ? 'UNAUTHORIZED' : undefined);
    },
  );

  test('each is renewed after a confirmation only', async () => {
    const page = await pageOf(await freshSandbox());
    const renewals = [...page.matchAll(/<details class="confirm" name="confirm">.*?<\/details>/gs)].map(
      ([text]) => wordsOf(text),
    );
    expect(renewals).toEqual(Array(4).fill('Renew… The old one stops working immediately. Renew it'));
  });
});

describe('A setting of the account gives the error that is beside it', () => {
  test.each([
    [{ approved: undefined }, 'UNAUTHORIZED'],
    [{ 'gateways.cardgw.allowed': undefined }, 'DENIED_ACCESS_GATEWAY'],
    [{ 'gateways.cardgw.configured': undefined }, 'MISSING_PARAMETER'],
    [{ 'gateways.cardgw.test_mode': undefined }, 'TEST_MODE_NOT_SUPPORTED'],
    [{ 'gateways.cardgw.currency': 'EUR' }, 'CURRENCY_NOT_SUPPORTED'],
  ])('%j: %s', async (change, code) => {
    const sandbox = await freshSandbox();
    expect(wordsOf(await pageOf(sandbox))).toContain(code);
    const page = await done(sandbox, 'account/demo', formWith(change));
    const [[name = '', value = '']] = Object.entries(change) as [[string, string | undefined]];
    expect(heldBy(page, name)).toBe(value);
    const { json } = await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    expect(json.error.code).toBe(code);
    await done(sandbox, 'account/demo', formWith({}));
    expect((await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm'])).status).toBe(200);
  });

  test('a name and self-signed certificates change with it', async () => {
    const sandbox = await freshSandbox();
    await done(sandbox, 'account/demo', formWith({ name: 'Corner <b>Shop', allow_self_signed: 'on' }));
    expect(await accountOf(sandbox)).toMatchObject({ name: 'Corner <b>Shop', allow_self_signed: true });
    expect(await pageOf(sandbox)).not.toContain('<b>');
  });

  test('an invalid currency is refused beside its field, with what was typed', async () => {
    const sandbox = await freshSandbox();
    const { status, text } = await sendTo(
      sandbox,
      'account/demo',
      formWith({ approved: undefined, 'gateways.cardgw.currency': 'usd' }),
    );
    const name = 'gateways.cardgw.currency';
    expect([status, errorBeside(text, name), heldBy(text, name)]).toEqual([
      422,
      'Must be a currency code such as "USD".',
      'usd',
    ]);
    expect(heldBy(text, 'approved')).toBe('');
    expect(await accountOf(sandbox)).toMatchObject({ approved: true });
  });
});

describe('The IP whitelist', () => {
  const whitelist = { 'ip_whitelist.enabled': 'on', 'ip_whitelist.entries': '192.0.2.7\r\n198.51.100.0/24' };

  test('can be turned on with a list, and refuses all others with FORBIDDEN_IP_ADDRESS', async () => {
    const sandbox = await freshSandbox();
    const page = await done(sandbox, 'account/demo/whitelist', whitelist);
    expect(heldBy(page, 'ip_whitelist.entries')).toBe('192.0.2.7\n198.51.100.0/24');
    const { json } = await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    expect(json.error.code).toBe('FORBIDDEN_IP_ADDRESS');
  });

  test.each([
    ['192.0.2.7', '192.0.2.7 is allowed.'],
    ['198.51.100.200', '198.51.100.200 is allowed.'],
    ['::ffff:192.0.2.7', '::ffff:192.0.2.7 is allowed.'],
    ['203.0.113.1', '203.0.113.1 is rejected with FORBIDDEN_IP_ADDRESS.'],
    ['nowhere', '“nowhere” is not an IP address.'],
  ])('says of %s what the API would do', async (address, verdict) => {
    const sandbox = await freshSandbox();
    await done(sandbox, 'account/demo/whitelist', whitelist);
    const words = wordsOf(await pageOf(sandbox, `?id=demo&address=${encodeURIComponent(address)}`));
    expect(words).toContain(verdict);
    const call = await sandbox.call('walletA/verify', rightFields['walletA/verify'], {
      headers: { 'X-Sandbox-Client-IP': address },
    });
    expect(call.status).toBe(verdict.endsWith('is allowed.') ? 200 : 403);
  });

  test('shows the address as the API sees it', async () => {
    const sandbox = await freshSandbox({ trustProxy: true });
    const { text } = await sandbox.fetch('/_sandbox/account', {
      headers: { 'X-Forwarded-For': '203.0.113.9' },
    });
    expect(wordsOf(text)).toContain('The API sees your address as 203.0.113.9 .');
  });

  test('an invalid entry is named, and the list stays as it was typed', async () => {
    const sandbox = await freshSandbox();
    const typed = { 'ip_whitelist.enabled': 'on', 'ip_whitelist.entries': '192.0.2.7\nshop.example' };
    const { status, text } = await sendTo(sandbox, 'account/demo/whitelist', typed);
    const name = 'ip_whitelist.entries';
    expect([status, errorBeside(text, name), heldBy(text, name)]).toEqual([
      422,
      'Address 2: must be an IP address or a CIDR range.',
      typed[name],
    ]);
    expect(heldBy(text, 'name')).toBe('Demo Shop');
  });
});

describe('Several accounts', () => {
  test('are added with a name, and each has a page', async () => {
    const sandbox = await freshSandbox({ runningClock: true });
    const page = await done(sandbox, 'account', { new_name: 'Second & Co' });
    expect(wordsOf(page)).toContain('Account Second & Co');
    const { data } = (await sandbox.control('accounts')).json;
    const second = data.find(({ name }: { name: string }) => name === 'Second & Co');
    expect(page).toContain(`href="/_sandbox/account?id=${second.id}" aria-current="true"`);
    expect(wordsOf(await pageOf(sandbox))).toContain('Account Demo Shop');
  });

  test('a name that is too long or empty is refused beside the field', async () => {
    const sandbox = await freshSandbox();
    const { status, text } = await sendTo(sandbox, 'account', { new_name: 'x'.repeat(101) });
    expect([status, errorBeside(text, 'new_name')]).toEqual([422, 'Must be at most 100 characters.']);
    const emptied = await sendTo(sandbox, 'account/demo', formWith({ name: '' }));
    expect([emptied.status, errorBeside(emptied.text, 'name')]).toEqual([422, 'Must not be empty.']);
    expect(heldBy(text, 'name')).toBe('Demo Shop');
  });

  test('one that is not there is no page', async () => {
    const sandbox = await freshSandbox();
    for (const path of ['account/nobody', 'account/nobody/show', 'account/nobody/renew'])
      expect((await sendTo(sandbox, path, { what: 'test' })).status).toBe(404);
    expect((await sandbox.fetch('/_sandbox/account?id=nobody')).status).toBe(404);
  });

  test('the switcher chooses it here as on every page', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control('accounts', { id: 'second', name: 'Second Shop' });
    const chosen = await pageOf(sandbox, '?account=second');
    expect(wordsOf(chosen)).toContain('Account Second Shop');
    expect(chosen).toContain('action="/_sandbox/account/second/renew?account=second"');
    expect(await pageOf(sandbox, '?id=demo&done=account')).toContain(
      'href="/_sandbox/account?account=second"',
    );
  });
});
