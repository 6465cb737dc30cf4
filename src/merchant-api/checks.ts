import { gateways } from '../gateways/index.ts';
import { ApiError } from '../protocol/errors.ts';
import { isIpAddress, isWhitelisted } from '../protocol/ip-address.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { settingMs } from '../settings/settings.ts';
import type { Account } from '../store/accounts.ts';
import { readFields, readForm } from './body.ts';
import { checkAmount } from './check-amount.ts';
import { authenticate, masked } from './credentials.ts';
import { firedFault } from './faults.ts';
import { unknownRoute } from './hints.ts';
import { type HeaderFields, largestBodyBytes, type RequestContext, required } from './request-context.ts';

/** A condition that a request must meet before it reaches a flow. */
export interface Check {
  /** One lower-case letter that names the check in stored traces. Never change or reuse it. */
  readonly key: string;
  readonly name: string;
  /** What passes, for the decision trace. */
  readonly expected: string;
  /** Throws `ApiError`, or adds its part to the context and returns the value for the trace. */
  readonly run: (runtime: Runtime, context: RequestContext) => string;
}

/**
 * The checks in order. Running them yields the decision trace. Without valid keys, an answer reveals only
 * which paths and methods exist.
 */
export const checks: readonly Check[] = [
  { key: 's', name: 'size', expected: `a body of at most ${largestBodyBytes / 1024} KiB`, run: checkSize },
  { key: 'r', name: 'route', expected: '/api/v1/transaction/<gateway>/<verify|confirm>', run: checkRoute },
  { key: 'm', name: 'method', expected: 'POST', run: checkMethod },
  { key: 'h', name: 'https', expected: 'HTTPS, with --strict', run: checkHttps },
  { key: 'k', name: 'keys', expected: 'the access token and API key of an approved account', run: checkKeys },
  { key: 'i', name: 'ip', expected: 'a source address in the whitelist, if it is enabled', run: checkIp },
  { key: 't', name: 'rate', expected: 'no more requests than `rate_limit` allows', run: checkRate },
  { key: 'n', name: 'maintenance', expected: '`maintenance_mode` is off', run: checkMaintenance },
  { key: 'a', name: 'gateway allowed', expected: 'the account may use the gateway', run: checkAllowed },
  {
    key: 'g',
    name: 'gateway configured',
    expected: 'the account has the gateway configured',
    run: checkConfigured,
  },
  { key: 'e', name: 'test mode', expected: 'the gateway supports the mode of the token', run: checkTestMode },
  { key: 'b', name: 'body', expected: 'form fields, urlencoded or multipart', run: checkBody },
  { key: 'x', name: 'fault', expected: 'no fault matches the request', run: checkFault },
  { key: 'f', name: 'fields', expected: 'every field as its rule says', run: checkFields },
  {
    key: 'u',
    name: 'amount',
    expected: 'XXX, XX.X or XX.XX, above 0 and up to the maximum',
    run: checkAmount,
  },
  { key: 'c', name: 'currency', expected: "the account's currency is the gateway's", run: checkCurrency },
];

function checkSize(_runtime: Runtime, { request }: RequestContext): string {
  if (request.body) return `${request.body.byteLength} bytes`;
  throw new ApiError(undefined, {
    status: 413,
    message: `The body is larger than ${largestBodyBytes} bytes.`,
    headers: { Connection: 'close' },
  });
}

const route = /^\/api\/v1\/transaction\/([^/]+)\/(verify|confirm)$/;

function checkRoute(runtime: Runtime, context: RequestContext): string {
  const [, name = '', action] = route.exec(context.request.path) ?? [];
  const token = runtime.names.gateway(name);
  const gateway = token && gateways[token];
  if (!gateway || (action === 'verify' && gateway.flow !== 'otp')) {
    throw unknownRoute(runtime.names, name);
  }
  context.gateway = gateway;
  context.action = action === 'verify' ? 'verify' : 'confirm';
  context.notes.gateway = gateway.token;
  return context.request.path;
}

function checkMethod(_runtime: Runtime, { request, notes }: RequestContext): string {
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

function checkHttps(runtime: Runtime, { request, notes }: RequestContext): string {
  if (request.isHttps) return 'HTTPS';
  notes.assumptions.add('transport.http');
  if (runtime.settings.current.strict) {
    throw new ApiError(undefined, { status: 403, message: 'The service accepts requests over HTTPS only.' });
  }
  notes.lint.add('the live service accepts HTTPS only');
  return 'HTTP';
}

function checkKeys(runtime: Runtime, context: RequestContext): string {
  const { account, mode } = authenticate(runtime, context.request.headers);
  context.account = account;
  context.mode = mode;
  return `${account.id}, ${mode} token ${masked(account.accessTokens[mode])}`;
}

function checkIp(runtime: Runtime, { request, account, notes }: RequestContext): string {
  const address = rehearsed(runtime, request.headers) ?? request.remoteAddress;
  const { whitelist } = required(account);
  if (!isLetIn(required(account), address)) throw new ApiError('FORBIDDEN_IP_ADDRESS');
  if (!whitelist.enabled && runtime.settings.current.strict)
    notes.lint.add('the IP whitelist is recommended for live');
  return address;
}

/** Whether an account accepts requests from an address (Authentication, 6). */
export function isLetIn({ whitelist }: Pick<Account, 'whitelist'>, address: string): boolean {
  return !whitelist.enabled || isWhitelisted(address, whitelist.entries);
}

/** An address that a tester sends to try out the whitelist. */
function rehearsed(runtime: Runtime, headers: HeaderFields): string | undefined {
  const address = headers.get('x-sandbox-client-ip');
  return address && !runtime.settings.current.strict && isIpAddress(address) ? address : undefined;
}

function checkRate(runtime: Runtime, { account, notes, request }: RequestContext): string {
  const limit = runtime.settings.current.rate_limit;
  if (!limit) return 'no limit';
  notes.assumptions.add('rate_limit');
  const window = { requests: limit.requests, periodMs: settingMs(limit.period) };
  const waitMs = runtime.rates.take(required(account).id, window, runtime.clock.now(), request);
  if (waitMs === undefined) return 'within the limit';
  throw new ApiError('TOO_MAY_REQUESTS', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

function checkMaintenance(runtime: Runtime): string {
  if (runtime.settings.current.maintenance_mode) throw new ApiError('MAINTENANCE_MODE');
  return 'off';
}

function checkAllowed(_runtime: Runtime, context: RequestContext): string {
  if (!accountGateway(context).allowed) throw new ApiError('DENIED_ACCESS_GATEWAY');
  return 'allowed';
}

function checkConfigured(_runtime: Runtime, context: RequestContext): string {
  if (!accountGateway(context).configured) throw new ApiError('MISSING_PARAMETER');
  return 'configured';
}

function checkTestMode(_runtime: Runtime, context: RequestContext): string {
  if (context.mode === 'test' && !accountGateway(context).test_mode)
    throw new ApiError('TEST_MODE_NOT_SUPPORTED');
  return required(context.mode);
}

function checkBody(runtime: Runtime, context: RequestContext): string {
  context.form = readForm(runtime, context);
  return context.request.headers.get('content-type') ?? 'no body';
}

/** Faults fire once the fields are read, before they are checked. Other effects apply to the answer. */
function checkFault(runtime: Runtime, context: RequestContext): string {
  const fired = firedFault(runtime, context);
  if (!fired) return 'none';
  context.notes.fault = fired.name;
  if ('code' in fired.effect) throw new ApiError(fired.effect.code);
  context.effect = fired.effect;
  return fired.name;
}

function checkFields(runtime: Runtime, context: RequestContext): string {
  context.fields = readFields(runtime, context, required(context.form));
  return [...context.fields.keys()].join(', ');
}

function checkCurrency(_runtime: Runtime, context: RequestContext): string {
  const { currency } = accountGateway(context);
  if (currency !== required(context.gateway).currency) throw new ApiError('CURRENCY_NOT_SUPPORTED');
  return currency;
}

function accountGateway({ account, gateway }: RequestContext) {
  return required(account).gateways[required(gateway).token];
}
