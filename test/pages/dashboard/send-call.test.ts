import { describe, expect, test } from 'vitest';
import { adviceOn } from '../../../src/pages/dashboard/advice.ts';
import { words } from '../../../src/pages/words/words.ts';
import { type ErrorCode, errorTable, isDocumented } from '../../../src/protocol/errors.ts';
import { ways } from '../../support/error-ways.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { unescaped } from '../../support/html.ts';
import { differentCodes, rightFields } from '../../support/sandbox.ts';
import { send } from '../../support/send-form.ts';

/** The values of the form's fields. */
function valuesIn(page: string): Record<string, string> {
  const values = page.matchAll(/name="(?:field\.)?(\w+)" type="text"[^>]* value="([^"]*)"/g);
  return Object.fromEntries([...values].map(([, name = '', value = '']) => [name, value]));
}

describe('"Send a call"', () => {
  test.each([
    'walletA/verify',
    'walletB/verify',
    'localbankcards/confirm',
    'cardgw/confirm',
    'aggregator/confirm',
  ])('%s is answered with 200, sent as the form offers it', async (endpoint) => {
    const sandbox = await freshSandbox();
    expect(await send(sandbox, endpoint)).toMatch(/<span class="badge" data-state="ok">200<\/span>/);
  });

  test.each(['walletA', 'walletB'])('%s/confirm pays with the code that was sent last', async (wallet) => {
    const sandbox = await freshSandbox();
    await send(sandbox, `${wallet}/verify`);
    expect(await send(sandbox, `${wallet}/confirm`)).toContain('data-state="ok">200<');
    const { json } = await sandbox.control('transactions');
    expect(json.data).toMatchObject([{ gateway: wallet, status: 'completed' }]);
  });

  test.each([
    ['json', 'not as application/json'],
    ['query', 'not in the query string'],
  ])('the fields can be sent in the wrong place: %s', async (encoding, why) => {
    const sandbox = await freshSandbox();
    const page = await send(sandbox, 'cardgw/confirm', { encoding });
    expect(page).toContain('data-state="failed">422<');
    expect(unescaped(page)).toContain(why);
  });

  test('a rejected call comes back filled in, with right values for its wrong fields', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('aggregator/confirm', { amount: '7.25', invoice_no: 'A-1', return_url: 'nonsense' });
    const { text } = await sandbox.fetch('/_sandbox/requests/1');
    expect(text).toContain('<a class="button" href="/_sandbox/requests/new?call=1">Fix and send again</a>');
    const fixed = await sandbox.fetch('/_sandbox/requests/new?call=1');
    expect(valuesIn(fixed.text)).toMatchObject({
      amount: '7.25',
      invoice_no: 'A-1',
      return_url: 'http://127.0.0.1:3000/return',
      callback_url: 'http://127.0.0.1:3000/callback',
    });
    expect(fixed.text).toContain('<input type="hidden" name="endpoint" value="aggregator/confirm">');
  });

  test('an optional field that a rejected call left out stays out, and a wrong one gets a right value', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('aggregator/confirm', { amount: '7.25' });
    await sandbox.call('aggregator/confirm', { amount: '7.25', lang: 'xx' });
    const [without, wrong] = await Promise.all(
      [1, 2].map(async (id) => valuesIn((await sandbox.fetch(`/_sandbox/requests/new?call=${id}`)).text)),
    );
    expect(without).toMatchObject({ amount: '7.25', lang: '', email: '', customer_ip: '' });
    expect(without?.invoice_no).not.toBe('');
    expect(wrong).toMatchObject({ lang: 'en', email: '' });
  });

  test.each(['call=99', 'call=nonsense', 'call=2'])(
    'a call that cannot be filled in gives the usual form: %s',
    async (query) => {
      const sandbox = await freshSandbox();
      await sandbox.call('walletA/verify', {});
      await sandbox.call('nonsense/verify', {});
      const { status, text } = await sandbox.fetch(`/_sandbox/requests/new?${query}`);
      expect([status, text.includes('name="endpoint" value="walletA/verify"')]).toEqual([200, true]);
      expect((await sandbox.fetch('/_sandbox/requests/2')).text).not.toContain('requests/new?call=');
    },
  );

  test.each(['wrong', 'none'])('the keys can be left out or wrong: %s', async (token) => {
    const sandbox = await freshSandbox();
    expect(await send(sandbox, 'cardgw/confirm', { token })).toContain('data-state="failed">401<');
  });

  test('the live token pays live', async () => {
    const sandbox = await freshSandbox();
    await send(sandbox, 'cardgw/confirm', { token: 'live', 'field.amount': '50000' });
    expect((await sandbox.control('transactions')).json.data).toMatchObject([
      { mode: 'live', status: 'started' },
    ]);
  });

  test('any account can call, and its own name stands in the choice', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control('accounts', { id: 'other', name: 'Other <shop>' });
    const { text } = await sandbox.fetch('/_sandbox/requests/new?account=other');
    expect(text).toContain('<option value="other" selected>Other &lt;shop&gt;</option>');
    await send(sandbox, 'cardgw/confirm', { account: 'other' });
    expect((await sandbox.control('transactions')).json.data).toMatchObject([{ account: 'other' }]);
  });

  test('the form is filled in with the chosen account’s code and URLs, although another’s are newer', async () => {
    const sandbox = await freshSandbox({ ids: differentCodes() });
    const { api_key: apiKey, access_tokens: tokens } = (
      await sandbox.control('accounts', { id: 'other', name: 'Other' })
    ).json;
    const its = { apiKey, token: tokens.test };
    const urls = { return_url: 'https://other.example/return', callback_url: 'https://other.example/call' };
    await sandbox.call('walletA/verify', rightFields['walletA/verify'], its);
    await sandbox.call('aggregator/confirm', { ...rightFields['aggregator/confirm'], ...urls }, its);
    await sandbox.call('walletA/verify', { ...rightFields['walletA/verify'], amount: '99.00' });
    await sandbox.call('aggregator/confirm', rightFields['aggregator/confirm']);
    const filled = async (account: string, endpoint: string) =>
      valuesIn((await sandbox.fetch(`/_sandbox/requests/new?account=${account}&endpoint=${endpoint}`)).text);
    const [own] = (await sandbox.control('otps?account=other')).json.data;
    const [others] = (await sandbox.control('otps?account=demo')).json.data;
    expect(own.process_id).not.toBe(others.process_id);
    for (const [account, otp] of [['other', own] as const, ['demo', others] as const])
      expect(await filled(account, 'walletA/confirm')).toMatchObject({
        process_id: otp.process_id,
        code: otp.code,
        amount: otp.amount,
      });
    expect(await filled('other', 'aggregator/confirm')).toMatchObject(urls);
    expect(await filled('demo', 'aggregator/confirm')).toMatchObject({
      return_url: 'https://shop.example/return',
      callback_url: 'https://shop.example/callback',
    });
  });

  test('an account without codes and checkouts gets made-up values, none of another account', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control('accounts', { id: 'other', name: 'Other' });
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    await sandbox.call('aggregator/confirm', rightFields['aggregator/confirm']);
    const query = (endpoint: string) => `/_sandbox/requests/new?account=other&endpoint=${endpoint}`;
    const wallet = valuesIn((await sandbox.fetch(query('walletA/confirm'))).text);
    expect(wallet).toMatchObject({ process_id: '1000000000000' });
    const checkout = valuesIn((await sandbox.fetch(query('aggregator/confirm'))).text);
    expect(checkout).toMatchObject({ callback_url: 'http://127.0.0.1:3000/callback' });
  });

  test('with an endpoint that does not exist it offers the first one', async () => {
    const sandbox = await freshSandbox();
    const { status, text } = await sandbox.fetch('/_sandbox/requests/new?endpoint=__proto__/confirm&token=x');
    expect(status).toBe(200);
    expect(text).toContain('<h2 id="call"><code>walletA/verify</code></h2>');
  });
});

describe('Each code is produced from the dashboard alone and explained by its trace', () => {
  test.each(Object.entries(ways))('%s', async (code, { endpoint, prepare, typed, check }) => {
    const sandbox = await freshSandbox();
    await prepare?.(sandbox);
    const page = await send(sandbox, endpoint, typed);
    expect(page).toContain(`<code class="error-code">${code}</code>`);
    const [, failed] = /<li data-outcome="failed">.*?<strong class="step-title">([^<]*)</s.exec(page) ?? [];
    expect(failed).toBe(check);
    const advice = adviceOn(words.en, { code, check, account: code === 'UNAUTHORIZED' ? null : 'demo' });
    expect(unescaped(page)).toContain(advice.text.replaceAll(/`([^`]*)`/g, '<code>$1</code>'));
    if (advice.href) expect(unescaped(page)).toContain(`href="${advice.href}"`);
  });

  test('the document has 14 of them', () => {
    expect(Object.keys(errorTable).filter((code) => isDocumented(code as ErrorCode))).toHaveLength(14);
  });

  test('each has advice of its own, and so has each refusal without a code', () => {
    const texts = Object.keys(errorTable).map(
      (code) => adviceOn(words.en, { code, check: '', account: null }).text,
    );
    const codeless = ['size', 'route', 'method', 'https'].map(
      (check) => adviceOn(words.en, { code: null, check, account: null }).text,
    );
    for (const text of [...texts, ...codeless]) expect(text).toMatch(/^[A-Z].{10,}\.$/);
    expect(new Set(codeless).size).toBe(4);
  });

  test('a fault that a call asks for is told apart from the real reason', async () => {
    const sandbox = await freshSandbox();
    const page = await send(sandbox, 'walletA/verify', { fault: 'UNAUTHORIZED' });
    expect(page).toContain('A fault caused this response.');
    expect(page).toContain('href="/_sandbox/faults"');
  });
});
