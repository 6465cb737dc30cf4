import { execPath } from 'node:process';
import { describe, expect, test } from 'vitest';
import { randomIds } from '../../../src/runtime/ids.ts';
import { attempted, paid } from '../../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../../support/fresh.ts';
import { unescaped } from '../../support/html.ts';
import { runPrograms } from '../../support/programs.ts';
import { demoAccount, rightFields } from '../../support/sandbox.ts';
import { wordsOf } from '../../support/tool-page.ts';

/** The text that "Copy" copies from a snippet. */
function snippet(html: string, id: string): string {
  const [, text = ''] =
    new RegExp(`data-tab="${id}">.*?<code data-copy-source>(.*?)</code>`, 's').exec(html) ?? [];
  return unescaped(text);
}

describe('Each snippet of the overview calls verify when it is pasted', () => {
  test.each([
    ['curl', 'verify.sh', ['sh', 'verify.sh']],
    ['php', 'verify.php', ['php', 'verify.php']],
    ['node', 'verify.js', [execPath, 'verify.js']],
    ['python', 'verify.py', ['python3', 'verify.py']],
  ])('%s', async (id, name, command) => {
    const sandbox = await freshSandbox({ runningClock: true, ids: randomIds() });
    await sandbox.listen();
    const { text } = await sandbox.fetch('/_sandbox/');
    const { code, output } = await runPrograms({ [name]: snippet(text, id) }, command);
    expect(output).toMatch(/process_id.*\d{13}/s);
    expect(code).toBe(0);
    expect((await sandbox.control('otps')).json.data).toMatchObject([
      { mobile_number: '0912345678', amount: '10.00' },
    ]);
  });

  test.each([
    ['php', 'verify.php', ['php', 'verify.php']],
    ['node', 'verify.js', [execPath, 'verify.js']],
    ['python', 'verify.py', ['python3', 'verify.py']],
    ['curl', 'verify.sh', ['sh', 'verify.sh']],
  ])('%s: keys of one’s own come from the environment, and stand in no page', async (id, name, command) => {
    const own = {
      api_key: 'own_key_1234567',
      access_tokens: { test: 'own_token_1234567', live: 'own_live_1234567' },
    };
    const sandbox = await freshSandbox({
      accounts: [{ ...demoAccount, ...own }],
      names: { walletA: 'acmepay' },
    });
    await sandbox.listen();
    const { text } = await sandbox.fetch('/_sandbox/');
    expect(text).not.toMatch(/own_\w+_1234567/);
    const variables = { GATEWAY_API_KEY: own.api_key, GATEWAY_ACCESS_TOKEN: own.access_tokens.test };
    const { output } = await runPrograms({ [name]: snippet(text, id) }, command, variables);
    expect(output).toContain('OTP has been sent to your mobile number');
  });
});

describe('The overview', () => {
  test('groups the refusals of the last hour by code, each with its list', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm', {}, { apiKey: 'wrong' });
    await sandbox.control('clock/advance', { by: '61m' });
    for (let n = 0; n < 3; n += 1) await sandbox.call('cardgw/confirm');
    await sandbox.call('nothing/confirm');
    const { text } = await sandbox.fetch('/_sandbox/');
    expect(text).toContain(
      '<a href="/_sandbox/requests?code=INVALID_INPUTS">INVALID_INPUTS</a> <strong>3</strong>',
    );
    expect(text).toContain(
      '<a href="/_sandbox/requests?status=4xx">404 without a code</a> <strong>1</strong>',
    );
    expect(text).not.toContain('requests?code=UNAUTHORIZED');
  });

  test('groups the production warnings', async () => {
    const sandbox = await freshSandbox();
    const local = { callback_url: 'http://127.0.0.1:9/callback' };
    await sandbox.call('aggregator/confirm', { ...rightFields['aggregator/confirm'], ...local });
    await sandbox.call('cardgw/confirm');
    const { text } = await sandbox.fetch('/_sandbox/');
    expect(text).toContain('the live service accepts HTTPS only</a> <strong>2</strong>');
    expect(text).toContain(
      'callback_url: the live service refuses a callback_url with a private or local address</a> <strong>1</strong>',
    );
  });

  test('leads with what needs attention, each line with its way out', async () => {
    const merchant = await freshMerchant();
    merchant.answerWith(500);
    const sandbox = await freshSandbox({ settings: { callback: { mode: 'once' } } });
    await paid(sandbox, `${merchant.url}/failed`);
    await attempted(sandbox, 1);
    await paid(sandbox, `${merchant.url}/held`, { hold: true }, 'INV-2');
    const { text } = await sandbox.fetch('/_sandbox/');
    const lines = [
      ...text.matchAll(
        /<li class="attention-line" data-kind="(\w+)">(.*?)<\/li>\s*(?=<li class="att|<\/ul>\s*<\/section>)/gs,
      ),
    ];
    expect(lines.map(([, kind]) => kind)).toEqual(['unaware', 'held', 'warned']);
    const [unaware = '', held = ''] = lines.map(([line]) => line);
    expect(wordsOf(unaware)).toBe('Your app does not know about 1 payment INV-1 answered 500 Resend');
    expect(unaware).toContain('action="/_sandbox/callbacks/1/resend"');
    expect(wordsOf(held)).toBe('Held: your app is waiting for 1 callback INV-2 10.00 LYD Release');
    expect(held).toContain('action="/_sandbox/callbacks/2/release"');
  });

  test('says what it looked at when nothing needs attention too', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    // Its warning, about HTTPS, is no longer of the last hour.
    await sandbox.control('clock/advance', { by: '61m' });
    const { text } = await sandbox.fetch('/_sandbox/');
    expect(wordsOf(text)).toContain(
      'Needs attention newest 500 payments, last hour of calls Nothing needs attention: your app knows about every payment.',
    );
  });

  test('shows how to connect before the first call, and keeps it behind a button afterwards', async () => {
    const sandbox = await freshSandbox();
    expect((await sandbox.fetch('/_sandbox/')).text).toContain('<details class="keys" open>');
    await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    const { text } = await sandbox.fetch('/_sandbox/');
    expect(text).toContain('<details class="keys">');
    expect(wordsOf(text)).toContain('Production warning'.toLowerCase());
  });

  test('of one account shows that account', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    await sandbox.control('accounts', { id: 'other', name: 'Other' });
    const { text } = await sandbox.fetch('/_sandbox/?account=other');
    expect(wordsOf(text)).toContain('No payments yet.');
    expect(text).toContain('action="/_sandbox/account/other/show?account=other"');
  });

  test('of one account counts the calls of that account, and leads to them', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    await sandbox.call('cardgw/confirm', { ...rightFields['cardgw/confirm'], amount: '0' });
    await sandbox.call('cardgw/confirm', {}, { token: 'wrong' });
    const { json } = await sandbox.control('accounts', { id: 'other', name: 'Other' });
    const { api_key: apiKey, access_tokens: tokens } = json;
    const own = { token: tokens.live, apiKey };
    expect((await sandbox.call('walletB/verify', rightFields['walletB/verify'], own)).status).toBe(200);
    const kinds = (html: string) => [...html.matchAll(/class="attention-line" data-kind="(\w+)"/g)];
    const others = await sandbox.fetch('/_sandbox/?account=other');
    expect(kinds(others.text).map(([, kind]) => kind)).toEqual(['warned']);
    const demo = unescaped((await sandbox.fetch('/_sandbox/?account=demo')).text);
    expect(kinds(demo).map(([, kind]) => kind)).toEqual(['refused', 'warned']);
    expect(demo).toContain('href="/_sandbox/requests?code=AMOUNT_NOT_ALLOWED&account=demo"');
    expect(demo).toContain('href="/_sandbox/requests?account=demo"');
    expect(demo).toContain('href="/_sandbox/requests?lint=with&account=demo"');
    expect(demo).not.toContain('href="/_sandbox/requests?code=UNAUTHORIZED');
    const all = unescaped((await sandbox.fetch('/_sandbox/')).text);
    expect(all).toContain('href="/_sandbox/requests?code=UNAUTHORIZED"');
  });
});
