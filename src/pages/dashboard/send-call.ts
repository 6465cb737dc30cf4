import { codeLength } from '../../flows/new-code.ts';
import type { FieldRule } from '../../gateways/fields.ts';
import type { GatewayToken } from '../../gateways/gateway.ts';
import { gateways, gatewayTokens } from '../../gateways/index.ts';
import { type ApiRequest, largestBodyBytes } from '../../merchant-api/request-context.ts';
import { errorTable } from '../../protocol/errors.ts';
import { isIpAddress } from '../../protocol/ip-address.ts';
import { type Action, modes } from '../../protocol/vocabulary.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Account } from '../../store/accounts.ts';
import type { Reader } from '../reader.ts';
import { freshInvoice, sampleVerify } from '../sample-call.ts';
import { testerFrame } from '../tester-frame.ts';
import { ruleWords } from '../words/rule-words.ts';
import { type EarlierCall, earlierCall } from './earlier-call.ts';
import type { SendField, SendPage } from './send-models.ts';

/** Reads a value from the URL or the submitted form. */
type Read = (name: string) => string;

const tokens = [...modes, 'wrong', 'none'] as const;
const encodings = ['form', 'json', 'query'] as const;

/** A form that was not sent: what was submitted, if it could be read, and why. */
interface RefusedCall extends Partial<Pick<SendPage, 'missingAccount' | 'wrongAddress'>> {
  readonly read?: Read;
}

/** Why the form cannot be sent. Undefined if it can. */
export function refusalOf({ store }: Runtime, { t }: Reader, read: Read): RefusedCall | undefined {
  const { noAccount, noAddress } = t.dashboard.request.send;
  const [account, address] = [read('account'), read('client_ip').trim()];
  if (account !== '' && !store.accounts.get(account)) return { missingAccount: noAccount(account) };
  return address === '' || isIpAddress(address) ? undefined : { wrongAddress: noAddress(address) };
}

/** The form that calls the merchant API, filled with valid values for the endpoint, or from an earlier call. */
export function sendPage(
  runtime: Runtime,
  reader: Reader,
  asked: Read,
  { read: submitted, ...refusal }: RefusedCall = {},
): SendPage {
  const earlier = earlierCall(runtime, asked('call'));
  const read: Read = (name) => asked(name) || (earlier?.values.get(name) ?? '');
  const words = reader.t.dashboard.request.send;
  const endpoint = endpointOf(read);
  const accounts = runtime.store.accounts.all();
  const account = accountOf(runtime, read);
  const token = tokens.find((each) => each === read('token')) ?? 'test';
  return {
    ...testerFrame(runtime, reader, 'send', reader.t.rail.pages.send),
    endpoints: endpoints().map(({ gateway, action }) => ({
      value: `${gateway}/${action}`,
      label: `${runtime.names.of(gateway)}/${action}`,
    })),
    endpoint: `${endpoint.gateway}/${endpoint.action}`,
    accounts: accounts.map(({ id, name }) => ({ value: id, label: name })),
    sender: account?.id ?? '',
    tokens: tokens.map((value) => ({ value, label: words.tokens[value] })),
    token,
    fields: rulesOf(endpoint).map((rule) => {
      const field = sendField(runtime, reader, endpoint, account?.id, rule);
      if (submitted) return { ...field, value: submitted(`field.${field.name}`) };
      return earlier ? { ...field, value: fixedValue(earlier, field) } : field;
    }),
    encoding: submitted?.('encoding') || 'form',
    fault: submitted?.('fault') ?? '',
    clientIp: submitted?.('client_ip') ?? '',
    missingAccount: '',
    wrongAddress: '',
    ...refusal,
    encodings: encodings.map((value) => ({ value, label: words.encodings[value] })),
    faults: Object.keys(errorTable).map((code) => ({ value: code, label: code })),
  };
}

/** What the call sent, a valid value for a wrong or missing field, and nothing for an optional one that it left out. */
function fixedValue({ fields, wrong }: EarlierCall, { name, value, required }: SendField): string {
  return fields.get(name) ?? (required || wrong.has(name) ? value : '');
}

/** The call in the form, as it would arrive over the network. */
export function callOf(runtime: Runtime, read: Read, remoteAddress: string, isHttps: boolean): ApiRequest {
  const endpoint = endpointOf(read);
  const encoding = read('encoding');
  const sent = rulesOf(endpoint).flatMap(({ name }): [string, string][] =>
    read(`field.${name}`) === '' ? [] : [[name, read(`field.${name}`)]],
  );
  const fields = new URLSearchParams(sent).toString();
  const others: Readonly<Record<string, string>> = {
    json: JSON.stringify(Object.fromEntries(sent)),
    query: '',
  };
  const body = others[encoding] ?? fields;
  return {
    method: 'POST',
    path: `/api/v1/transaction/${runtime.names.of(endpoint.gateway)}/${endpoint.action}`,
    query: encoding === 'query' ? fields : '',
    headers: headersOf(accountOf(runtime, read), read, encoding),
    remoteAddress,
    isHttps,
    body: Buffer.byteLength(body) > largestBodyBytes ? undefined : new TextEncoder().encode(body),
  };
}

function headersOf(account: Account | undefined, read: Read, encoding: string): Headers {
  const headers = new Headers({ 'User-Agent': 'gateway-sandbox dashboard' });
  const types: Readonly<Record<string, string>> = { json: 'application/json', query: '' };
  const type = types[encoding] ?? 'application/x-www-form-urlencoded';
  if (type !== '') headers.set('Content-Type', type);
  const token = read('token');
  if (account && token !== 'none') {
    const others: Readonly<Record<string, string>> = {
      live: account.accessTokens.live,
      wrong: 'wrong_token',
    };
    const given = others[token] ?? account.accessTokens.test;
    headers.set('Authorization', `Bearer ${given}`);
    headers.set('X-API-KEY', account.apiKey);
  }
  const code = read('fault');
  if (Object.hasOwn(errorTable, code)) headers.set('X-Sandbox-Fault', code);
  const address = read('client_ip').trim();
  if (isIpAddress(address)) headers.set('X-Sandbox-Client-IP', address);
  return headers;
}

interface Endpoint {
  readonly gateway: GatewayToken;
  readonly action: Action;
}

function endpoints(): Endpoint[] {
  return gatewayTokens.flatMap((gateway): Endpoint[] =>
    gateways[gateway].flow === 'otp'
      ? [
          { gateway, action: 'verify' },
          { gateway, action: 'confirm' },
        ]
      : [{ gateway, action: 'confirm' }],
  );
}

/** The chosen endpoint (`gateway/action`), or the first one of the `flow`, or the sample. */
function endpointOf(read: Read): Endpoint {
  const all = endpoints();
  const chosen = all.find(({ gateway, action }) => `${gateway}/${action}` === read('endpoint'));
  const ofFlow = all.find(({ gateway }) => gateways[gateway].flow === read('flow'));
  return chosen ?? ofFlow ?? { gateway: sampleVerify().gateway.token, action: 'verify' };
}

function accountOf({ store }: Runtime, read: Read): Account | undefined {
  const accounts = store.accounts.all();
  return accounts.find(({ id }) => id === read('account')) ?? accounts[0];
}

function rulesOf({ gateway, action }: Endpoint): readonly FieldRule[] {
  const definition = gateways[gateway];
  return action === 'verify' && definition.flow === 'otp'
    ? definition.verifyFields
    : definition.confirmFields;
}

const newest = { before: Number.MAX_SAFE_INTEGER, limit: 1 };

/**
 * The URLs of the account's last checkout, so that this one returns to the same app, else those of the demo
 * shop if it runs.
 */
function appUrls({ store, addresses }: Runtime, accountId: string | undefined) {
  const [last] = store.checkouts.list(accountId, newest);
  const shop = addresses.shopUrl?.() ?? 'http://127.0.0.1:3000';
  return {
    return_url: last?.returnUrl ?? `${shop}/return`,
    callback_url: last?.callbackUrl ?? `${shop}/callback`,
  };
}

/** A valid value for each field. A wallet's confirm uses the account's latest code: it knows no other. */
function sendField(
  runtime: Runtime,
  { lang }: Reader,
  { gateway }: Endpoint,
  accountId: string | undefined,
  { name, rule, required, example }: FieldRule,
): SendField {
  const [otp] = runtime.store.verifications.otps({ gateway, status: 'active', accountId }, newest);
  const right: Readonly<Record<string, string | undefined>> = {
    amount: otp?.amount,
    process_id: otp?.processId ?? '1000000000000',
    code: otp?.code ?? '1234567890'.slice(0, codeLength(runtime, gateway)),
    invoice_no: freshInvoice(runtime),
    ...appUrls(runtime, accountId),
    lang: 'en',
  };
  return { name, value: right[name] ?? example ?? '', rule: ruleWords(lang, { rule }), required };
}
