import { expect, test } from 'vitest';
import { attempted, paid, settled, startCheckout } from '../../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../../support/fresh.ts';
import { verified } from '../../support/merchant-api.ts';
import type { Answer, TestSandbox } from '../../support/sandbox.ts';
import { sendTo } from '../../support/tool-page.ts';
import { untranslatedIn } from '../../support/untranslated.ts';

/** Text that this test enters, and the names of gateways and accounts. */
const data =
  /Demo Shop(?: \(demo\))?|Second Shop(?: \(\w+\))?|\b(?:demo|acc_\w+|walletA|walletB|localbankcards|cardgw|aggregator|before-checkout|INV(?:-[\w-]+)?|[A-Z]+(?:_[A-Z]+)+|UNAUTHORIZED)\b/g;

const languages = { headers: { 'accept-language': 'ar' } };

test('The search for English finds a text and an attribute, and no data', () => {
  const html =
    '<p title="Old">Price <code>x</code> <bdi dir="ltr">y</bdi></p><p lang="en">z</p><p>رمز API</p>';
  expect(untranslatedIn(html)).toEqual(['Old', 'Price']);
});

test('Arabic pages of an empty sandbox hold no English', async () => {
  const sandbox = await freshSandbox();
  await expectArabic(sandbox, pages);
});

test('Arabic pages of records in every state hold no English', async () => {
  const { sandbox, records } = await busy();
  await expectArabic(sandbox, [...pages, ...records]);
});

test('Arabic pages of changed tools hold no English', async () => {
  const sandbox = await freshSandbox();
  await sendTo(sandbox, 'account', { new_name: 'Second Shop' });
  await sendTo(sandbox, 'snapshots', { name: 'before-checkout' });
  await sendTo(sandbox, 'settings/strict', { strict: 'on' });
  await sendTo(sandbox, 'settings/maintenance_mode', { maintenance_mode: 'on' });
  await sendTo(sandbox, 'clock/advance', { by: '90m' });
  for (const effect of effects) await sendTo(sandbox, 'faults', effect);
  const done = [
    ...['moved', 'frozen', 'resumed'].map((name) => `clock?done=${name}`),
    ...['saved', 'restored', 'removed', 'reset'].map((name) => `snapshots?done=${name}`),
    ...['armed', 'removed', 'cleared'].map((name) => `faults?done=${name}`),
    ...['added', 'account', 'whitelist', 'renew'].map((name) => `account?done=${name}`),
    ...['defaults', 'strict'].map((name) => `settings?done=${name}`),
    ...['203.0.113.7', 'nonsense'].map((address) => `account?address=${address}`),
    ...['0', '1', '2', '11'].map((sent) => `callbacks?sent=${sent}`),
    'callbacks?status=held',
    'requests?status=5xx',
  ];
  await expectArabic(sandbox, [...pages, ...done]);
});

test('Arabic answers to forms hold no English', async () => {
  const { sandbox } = await busy();
  const pasted = 'gateway=x&approved=1&amount=10.00&hashed=ab';
  const answers = [
    await send(sandbox, 'account/demo/show', {}),
    await send(sandbox, 'signature', { pasted, built: 'amount=10.00' }),
    await send(sandbox, 'signature', { pasted: 'approved=1&amount=10.00' }),
    await send(sandbox, 'signature', {}),
    await send(sandbox, 'clock/advance', { by: 'soon' }),
    await send(sandbox, 'faults', { kind: 'delay', 'effect.delay': 'soon' }),
    await send(sandbox, 'callbacks/1/elsewhere', { url: 'nonsense' }),
    await send(sandbox, 'account/demo/whitelist', { 'ip_whitelist.entries': 'nonsense' }),
    await send(sandbox, 'settings/otp.attempts', { 'otp.attempts': 'many' }),
    await send(sandbox, 'compatibility', {}),
  ];
  for (const { text } of answers) expect(leftIn(text)).toEqual([]);
});

test('The Arabic page that asks for the token holds no English', async () => {
  const sandbox = await freshSandbox({ token: 'secret-of-the-test' });
  const { status, text } = await sandbox.fetch('/_sandbox/requests?token=wrong', {
    headers: { ...languages.headers, accept: 'text/html' },
  });
  expect([status, leftIn(text)]).toEqual([401, []]);
});

const pages = [
  '',
  'transactions',
  'inbox',
  'help',
  'search?q=INV',
  'requests',
  'callbacks',
  'faults',
  'clock',
  'snapshots',
  'requests/new',
  'requests/new?flow=checkout',
  'signature',
  'compatibility',
  'account',
  'settings',
  'nowhere',
];

const effects = [
  { kind: 'code', 'effect.code': 'BACKEND_ERROR', 'match.account': 'demo', 'match.invoice_no': 'INV-1' },
  { kind: 'past_timeout', 'effect.past_timeout': '30s', times: 'always' },
  { kind: 'delay', 'effect.delay': '2s', probability: '0.5', seed: '7' },
  { kind: 'http_status', 'effect.http_status': '502', 'effect.body': 'empty' },
  { kind: 'hang', 'hang.after': 'on' },
  { kind: 'reset' },
];

/** Payments and calls with every outcome that the pages have texts for. */
async function busy() {
  const merchant = await freshMerchant();
  const sandbox = await freshSandbox({ settings: { callback: { mode: 'retry' } } });
  await verified(sandbox, 'walletA', {});
  await sandbox.call('walletA/verify', { amount: 'x' });
  await sandbox.call('walletA/verify', {}, { apiKey: 'wrong' });
  await sandbox.call('nowhere/verify', {});
  await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-2' });
  await paid(sandbox, `${merchant.url}/callback`);
  await settled(sandbox);
  for (const tamper of ['wrong-hash', 'both-flags'])
    await sendTo(sandbox, 'callbacks/1/tampered', { tamper });
  await settled(sandbox);
  merchant.answerWith(500);
  await sendTo(sandbox, 'callbacks/1/resend', {});
  await attempted(sandbox, 2);
  const requests = (await sandbox.control('requests')).json.data as { readonly id: string }[];
  const callbacks = (await sandbox.control('callbacks')).json.data as { readonly id: string }[];
  const records = [
    ...requests.map(({ id }) => `requests/${id}`),
    ...callbacks.map(({ id }) => `callbacks/${id}`),
  ];
  return { sandbox, records };
}

async function expectArabic(sandbox: TestSandbox, paths: readonly string[]): Promise<void> {
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    const { text } = await sandbox.fetch(`/_sandbox/${path}`, languages);
    expect(text, path).toContain('<html lang="ar" dir="rtl">');
    const left = leftIn(text);
    if (left.length > 0) found[path] = left;
  }
  expect(found).toEqual({});
}

function leftIn(html: string): string[] {
  return untranslatedIn(html, data);
}

function send(sandbox: TestSandbox, path: string, fields: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams(fields);
  return sandbox.fetch(`/_sandbox/${path}`, { method: 'POST', body, ...languages });
}
