import { gateways } from '../gateways/index.ts';
import { hundredthsOf, judgeAmount } from '../protocol/amount.ts';
import { ApiError } from '../protocol/errors.ts';
import { isIpAddress, isWhitelisted } from '../protocol/ip-address.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { settingMs } from '../settings/settings.ts';
import type { Account } from '../store/accounts.ts';
import { readFields, readForm } from './body.ts';
import { authenticate, masked } from './credentials.ts';
import { firedFault } from './faults.ts';
import { type HeaderFields, type Inquiry, known, largestBodyBytes } from './inquiry.ts';

/** One thing that a request must be before a flow sees it. */
export interface Check {
  readonly name: string;
  /** What passes, for the decision trace. */
  readonly expected: string;
  /** Throws `ApiError`, or adds its part to the inquiry and returns what came. */
  readonly run: (runtime: Runtime, inquiry: Inquiry) => string;
}

/** The checks in their order; running the list is the decision trace. Nothing is learned without credentials. */
export const checks: readonly Check[] = [
  { name: 'size', expected: `a body of at most ${largestBodyBytes / 1024} KiB`, run: checkSize },
  { name: 'route', expected: '/api/v1/transaction/<gateway>/<verify|confirm>', run: checkRoute },
  { name: 'method', expected: 'POST', run: checkMethod },
  { name: 'https', expected: 'HTTPS, with --strict', run: checkHttps },
  { name: 'keys', expected: 'the access token and the API key of one approved account', run: checkKeys },
  { name: 'ip', expected: 'a source address in the whitelist, where that is enabled', run: checkIp },
  { name: 'rate', expected: 'no more requests than `rate_limit` allows', run: checkRate },
  { name: 'maintenance', expected: '`maintenance_mode` is off', run: checkMaintenance },
  { name: 'gateway allowed', expected: 'the account may use the gateway', run: checkAllowed },
  { name: 'gateway configured', expected: 'the gateway is configured for the account', run: checkConfigured },
  { name: 'test mode', expected: 'the gateway supports the mode of the token', run: checkTestMode },
  { name: 'body', expected: 'form fields, urlencoded or multipart', run: checkBody },
  { name: 'fault', expected: 'no fault is armed for the request', run: checkFault },
  { name: 'fields', expected: 'every field as its rule says', run: checkFields },
  { name: 'amount', expected: 'a form of XXX, XX.X, XX.XX, above 0 and up to the maximum', run: checkAmount },
  { name: 'currency', expected: "the account's currency is the gateway's", run: checkCurrency },
];

function checkSize(_runtime: Runtime, { request }: Inquiry): string {
  if (request.body) return `${request.body.byteLength} bytes`;
  throw new ApiError(undefined, {
    status: 413,
    message: `The body is larger than ${largestBodyBytes} bytes.`,
    headers: { Connection: 'close' },
  });
}

const route = /^\/api\/v1\/transaction\/([^/]+)\/(verify|confirm)$/;

function checkRoute(runtime: Runtime, inquiry: Inquiry): string {
  const [, name = '', action] = route.exec(inquiry.request.path) ?? [];
  const token = runtime.names.gateway(name);
  const gateway = token && gateways[token];
  if (!gateway || (action === 'verify' && gateway.flow !== 'otp')) {
    throw new ApiError(undefined, { status: 404, message: 'The requested resource does not exist.' });
  }
  inquiry.gateway = gateway;
  inquiry.action = action === 'verify' ? 'verify' : 'confirm';
  inquiry.notes.gateway = gateway.token;
  return inquiry.request.path;
}

function checkMethod(_runtime: Runtime, { request, notes }: Inquiry): string {
  if (request.method === 'POST') return request.method;
  if (request.method === 'OPTIONS') {
    notes.lint.add(
      'a browser asked for permission (CORS): access tokens do not belong in browsers, call from the server',
    );
  }
  throw new ApiError(undefined, {
    status: 405,
    message: `Every endpoint is called with POST, not with ${request.method}.`,
    headers: { Allow: 'POST' },
  });
}

function checkHttps(runtime: Runtime, { request, notes }: Inquiry): string {
  if (request.isHttps) return 'HTTPS';
  if (runtime.settings.current.strict) {
    throw new ApiError(undefined, { status: 403, message: 'The service accepts requests over HTTPS only.' });
  }
  notes.lint.add('the live service accepts HTTPS only');
  return 'HTTP';
}

function checkKeys(runtime: Runtime, inquiry: Inquiry): string {
  const { account, mode } = authenticate(runtime, inquiry.request.headers);
  inquiry.account = account;
  inquiry.mode = mode;
  return `${account.id}, ${mode} token ${masked(account.accessTokens[mode])}`;
}

function checkIp(runtime: Runtime, { request, account, notes }: Inquiry): string {
  const address = rehearsed(runtime, request.headers) ?? request.remoteAddress;
  const { whitelist } = known(account);
  if (!isLetIn(known(account), address)) throw new ApiError('FORBIDDEN_IP_ADDRESS');
  if (!whitelist.enabled && runtime.settings.current.strict)
    notes.lint.add('the IP whitelist is recommended for live');
  return address;
}

/** Whether an account takes requests from an address (Authentication, 6). */
export function isLetIn({ whitelist }: Pick<Account, 'whitelist'>, address: string): boolean {
  return !whitelist.enabled || isWhitelisted(address, whitelist.entries);
}

/** A tester's own address to rehearse the whitelist with. */
function rehearsed(runtime: Runtime, headers: HeaderFields): string | undefined {
  const address = headers.get('x-sandbox-client-ip');
  return address && !runtime.settings.current.strict && isIpAddress(address) ? address : undefined;
}

function checkRate(runtime: Runtime, { account, notes, request }: Inquiry): string {
  const limit = runtime.settings.current.rate_limit;
  if (!limit) return 'no limit';
  notes.assumptions.add('rate_limit');
  const window = { requests: limit.requests, periodMs: settingMs(limit.period) };
  const waitMs = runtime.rates.take(known(account).id, window, runtime.clock.now(), request);
  if (waitMs === undefined) return 'within the limit';
  throw new ApiError('TOO_MAY_REQUESTS', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

function checkMaintenance(runtime: Runtime): string {
  if (runtime.settings.current.maintenance_mode) throw new ApiError('MAINTENANCE_MODE');
  return 'off';
}

function checkAllowed(_runtime: Runtime, inquiry: Inquiry): string {
  if (!accountGateway(inquiry).allowed) throw new ApiError('DENIED_ACCESS_GATEWAY');
  return 'allowed';
}

function checkConfigured(_runtime: Runtime, inquiry: Inquiry): string {
  if (!accountGateway(inquiry).configured) throw new ApiError('MISSING_PARAMETER');
  return 'configured';
}

function checkTestMode(_runtime: Runtime, inquiry: Inquiry): string {
  if (inquiry.mode === 'test' && !accountGateway(inquiry).test_mode)
    throw new ApiError('TEST_MODE_NOT_SUPPORTED');
  return known(inquiry.mode);
}

function checkBody(runtime: Runtime, inquiry: Inquiry): string {
  inquiry.form = readForm(runtime, inquiry);
  return inquiry.request.headers.get('content-type') ?? 'no body';
}

/** Faults fire where the fields are known and not yet judged. What they do besides an error is for the answer. */
function checkFault(runtime: Runtime, inquiry: Inquiry): string {
  const fired = firedFault(runtime, inquiry);
  if (!fired) return 'none';
  inquiry.notes.fault = fired.name;
  if ('code' in fired.effect) throw new ApiError(fired.effect.code);
  inquiry.effect = fired.effect;
  return fired.name;
}

function checkFields(runtime: Runtime, inquiry: Inquiry): string {
  inquiry.fields = readFields(runtime, inquiry, known(inquiry.form));
  return [...inquiry.fields.keys()].join(', ');
}

function checkAmount(runtime: Runtime, inquiry: Inquiry): string {
  const maximum = runtime.settings.current.limits.maximum_amount[known(inquiry.mode)];
  const text = known(known(inquiry.fields).get('amount'));
  const verdict = judgeAmount(text, hundredthsOf(maximum));
  if ('code' in verdict) throw new ApiError(verdict.code);
  inquiry.amount = verdict.amount;
  return text;
}

function checkCurrency(_runtime: Runtime, inquiry: Inquiry): string {
  const { currency } = accountGateway(inquiry);
  if (currency !== known(inquiry.gateway).currency) throw new ApiError('CURRENCY_NOT_SUPPORTED');
  return currency;
}

function accountGateway({ account, gateway }: Inquiry) {
  return known(account).gateways[known(gateway).token];
}
