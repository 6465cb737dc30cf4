import { expect } from 'vitest';
import { freshMerchant } from '../support/fresh.ts';
import { type Fields, rightFields, type TestSandbox } from '../support/sandbox.ts';

/** Secrets that must not leak. Each text is unique. */
export const secrets = {
  'API key': 'apikey-Zq1vN7kd0aWm3RtY',
  'access token, test': 'testtoken-Ux8pL2cf5hQe6JsB',
  'access token, live': 'livetoken-Gd4yK9nb1mVo7TzC',
  'secret key': 'secretkey-Hw6xS3rj8iFu2PaD',
  'token of the sandbox': 'sandbox-Mn5tE0vg4lXo9KqF',
  'wrong key': 'wrongkey-Rb2wJ7zs3dYc8HuG',
  'password of a proxy': 'proxypass-Lf9qA6me1kTn5WvI',
  'cookie of another app': 'cookie-Pc3sO8xr0jDg7ByK',
  'card number': '5105105105105100',
  'security code of a card': '8463',
  'name on a card': 'CARDHOLDER NAME OF THE TEST',
  'code on the phone': '907351',
} as const;

export type SecretName = keyof typeof secrets;

/** The account with these keys, in the format of fixtures. */
export const secretAccount = {
  id: 'shop',
  name: 'Shop',
  api_key: secrets['API key'],
  secret_key: secrets['secret key'],
  access_tokens: { test: secrets['access token, test'], live: secrets['access token, live'] },
};

/** Sends a request with the sandbox's token. */
export function asTester(sandbox: TestSandbox, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...init.headers, Authorization: `Bearer ${secrets['token of the sandbox']}` };
  return Promise.resolve(sandbox.app.request(path, { ...init, headers }));
}

/** Uses each secret correctly and incorrectly in a sandbox with this account and token. */
export async function useSecrets(sandbox: TestSandbox): Promise<void> {
  const call = merchant(sandbox);
  const { url } = await freshMerchant();
  const urls = { return_url: `${url}/return`, callback_url: `${url}/callback` };
  await call(200, 'cardgw/confirm', { ...rightFields['cardgw/confirm'], ...urls, lang: 'en' });
  await typeCard(sandbox, 422, { number: secrets['card number'] });
  await typeCard(sandbox, 422, { expiry: '1/20' });
  await typeCard(sandbox, 303, { number: '4000000000000002' });
  await typeCard(sandbox, 303, {});
  await payByPhone(call);
  await sendKeysBadly(call);
  const left = { ...rightFields['aggregator/confirm'], ...urls, invoice_no: 'LEFT' };
  await call(200, 'aggregator/confirm', left);
  const post = async (path: string, body = '{}') =>
    expect((await asTester(sandbox, `/_sandbox/api/${path}`, { method: 'POST', body })).ok).toBe(true);
  await post('callbacks/settled?wait=10s&retries=true');
  await post('snapshots', JSON.stringify({ name: 'before' }));
}

interface Sent {
  readonly token?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Call = (status: number, path: string, fields: Fields, sent?: Sent) => Promise<string>;

/** Calls to the merchant API, by default with the right keys, each with its expected status. */
function merchant(sandbox: TestSandbox): Call {
  const keys = { token: secrets['access token, test'], apiKey: secrets['API key'] };
  return async (status, path, fields, sent = {}) => {
    const answer = await sandbox.call(path, fields, { ...keys, ...sent });
    expect(answer.status, `${path}: ${answer.text}`).toBe(status);
    return answer.text;
  };
}

/** A customer's input on a card page. */
async function typeCard(sandbox: TestSandbox, status: number, fields: Fields): Promise<void> {
  const body = new URLSearchParams({
    token: 'token-1',
    lang: 'en',
    order: 'together',
    number: '4111111111111111',
    expiry: '12/39',
    cvc: secrets['security code of a card'],
    holder: secrets['name on a card'],
    ...fields,
  });
  expect((await sandbox.fetch('/checkout/pay', { method: 'POST', body })).status).toBe(status);
}

async function payByPhone(call: Call): Promise<void> {
  const [process_id = ''] =
    /\d{13}/.exec(await call(200, 'walletA/verify', rightFields['walletA/verify'])) ?? [];
  const code = secrets['code on the phone'];
  await call(200, 'walletA/confirm', { process_id, code, amount: '10.00', invoice_no: 'PHONE' });
}

/** Sends wrong keys, and right ones in wrong places. */
async function sendKeysBadly(call: Call): Promise<void> {
  const fields = rightFields['walletB/verify'];
  const wrong = secrets['wrong key'];
  const none = { token: '', apiKey: '' };
  const keys = {
    api_key: secrets['API key'],
    token: secrets['access token, live'],
    sk: secrets['secret key'],
  };
  const query = new URLSearchParams(keys);
  const others = {
    'Proxy-Authorization': `Basic ${secrets['password of a proxy']}`,
    Cookie: `session=${secrets['cookie of another app']}`,
  };
  await call(200, 'walletB/verify', fields, { headers: others });
  await call(401, 'walletB/verify', fields, { token: wrong });
  await call(401, 'walletB/verify', fields, { apiKey: wrong });
  await call(401, 'walletB/verify', fields, { token: secrets['token of the sandbox'] });
  await call(200, `walletB/verify?${query}`, { ...fields, ...keys });
  await call(401, `walletB/verify?${query}`, { ...fields, ...keys }, none);
  await call(401, 'walletB/verify', fields, { ...none, headers: { 'X-Api-Secret': secrets['secret key'] } });
  const json = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(keys) };
  await call(401, 'walletB/verify', {}, { ...none, ...json });
  await call(404, `${secrets['API key']}/verify`, fields);
}
