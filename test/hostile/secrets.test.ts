import { describe, expect, it } from 'vitest';
import { dataFile } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { countedIds, type TestSandbox } from '../support/sandbox.ts';
import { asTester, type SecretName, secretAccount, secrets, useSecrets } from './misuse.ts';
import { bytesOf, placesOf } from './places.ts';

const accountKeys = ['GET /_sandbox/api/accounts/shop', 'table accounts', 'table snapshot_1_accounts'];
const accountTokens = [
  'GET /_sandbox/api/accounts/shop',
  'table access_tokens',
  'table snapshot_1_access_tokens',
];
/**
 * The only places where each secret may appear. A tester can request the keys of one account by its ID or
 * with a button on its page. The simulated phone shows codes, and the log contains what a merchant sent as a
 * code.
 */
const mayBeIn: Readonly<Record<SecretName, readonly string[]>> = {
  'API key': accountKeys,
  'access token, test': accountTokens,
  'access token, live': accountTokens,
  'secret key': accountKeys,
  'token of the sandbox': [],
  'wrong key': [],
  'password of a proxy': [],
  'cookie of another app': [],
  'card number': [],
  'security code of a card': [],
  'name on a card': [],
  'code on the phone': [
    'GET /_sandbox/api/log',
    'GET /_sandbox/api/otps',
    'GET /_sandbox/api/requests',
    'GET /_sandbox/inbox',
    'GET /_sandbox/inbox/0912345678',
    'GET /_sandbox/requests/3',
    'GET /_sandbox/requests/3/har',
    'GET /_sandbox/requests/export/csv',
    'GET /_sandbox/requests/export/har',
    'GET /_sandbox/requests/export/json',
    'table otps',
    'table requests',
    'table snapshot_1_otps',
    'table snapshot_1_requests',
  ],
};

/** Digits inside a longer number, such as a time, are not a secret. */
function wholeText(secret: string): RegExp {
  return /^\d+$/.test(secret) ? new RegExp(`(?<!\\d)${secret}(?!\\d)`) : new RegExp(secret);
}

describe('Secrets are where this list says', () => {
  it('in the database, every page, every call of the control API, every export and the stream', async () => {
    const places = [...(await placesOf(await usedSandbox()))];
    expect(places.length).toBeGreaterThan(120);
    const found = Object.entries(secrets).map(([name, secret]) => {
      const whole = wholeText(secret);
      const holders = places.flatMap(([place, text]) => (whole.test(text) ? [place] : []));
      return [name, holders.sort()];
    });
    expect(Object.fromEntries(found)).toEqual(mayBeIn);
  });

  it('in the bytes of the data file and its log: none that no table may hold', async () => {
    const data = dataFile();
    await usedSandbox(data);
    const bytes = bytesOf(data);
    for (const [name, secret] of Object.entries(secrets)) {
      // The keys of the table above.
      const places = mayBeIn[name as SecretName];
      const isKept = places.some((place) => place.startsWith('table '));
      expect([name, bytes.includes(secret)]).toEqual([name, isKept]);
    }
  });

  it('on the page of the account: only when its button is pressed, and in no address', async () => {
    const sandbox = await usedSandbox();
    const { access_tokens: tokens, api_key: apiKey, secret_key: secretKey } = secretAccount;
    const page = await asTester(sandbox, '/_sandbox/account/shop/show', { method: 'POST' });
    const html = await page.text();
    for (const key of [apiKey, secretKey, tokens.test, tokens.live]) expect(html).toContain(key);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const renewed = await asTester(sandbox, '/_sandbox/account/shop/renew', {
      method: 'POST',
      body: new URLSearchParams({ what: 'secret_key' }),
    });
    expect([renewed.status, renewed.headers.get('location')]).toEqual([
      303,
      '/_sandbox/account?id=shop&done=renew',
    ]);
  });

  it('in the log: as much of a key as tells which one it is', async () => {
    const sandbox = await usedSandbox();
    const log = (await placesOf(sandbox)).get('table requests') ?? '';
    expect(log).toContain('api_key=apik****tY&token=live****zC&sk=secr****aD');
    expect(log).toContain('/api/v1/transaction/apik****tY/verify');
  });
});

/** A sandbox in which every secret was used, correctly and incorrectly. */
async function usedSandbox(data = dataFile()): Promise<TestSandbox> {
  const code = (digits: number) => secrets['code on the phone'].slice(0, digits);
  const token = secrets['token of the sandbox'];
  const sandbox = await freshSandbox({
    data,
    token,
    ids: { ...countedIds(), code },
    accounts: [secretAccount],
  });
  await useSecrets(sandbox);
  return sandbox;
}
