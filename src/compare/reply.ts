import { beginning } from '../host/beginning.ts';
import { isObject } from '../input/paths.ts';
import type { Answer } from '../net/call.ts';
import { type ErrorCode, errorTable } from '../protocol/errors.ts';
import { jsonValue } from '../protocol/json-text.ts';
import { type Hide, withoutSecrets } from './secrets.ts';

/** The answer to one step. Contains no secrets, because reports store it. */
export interface Reply {
  /** Such as `GATEWAY/confirm`. */
  readonly path: string;
  /** Null without an answer. */
  readonly status: number | null;
  /** Why there was no answer, in words. */
  readonly error: string | null;
  /** The answer's JSON. Undefined if it is not JSON. */
  readonly body?: unknown;
  /** The start of an answer that is not JSON. */
  readonly text?: string;
  /** Names in lower case. Only headers that the API's rules cover keep their values. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since the comparison started. */
  readonly sentAtMs: number;
  readonly durationMs: number;
  /** The service asked to send this call again later. */
  readonly hadToWait?: true;
}

/** Headers whose values describe the service and never the account. */
const telling = new Set(['allow', 'content-type', 'retry-after']);

export function replyOf(path: string, answer: Answer, sentAtMs: number, hide: Hide): Reply {
  const { status, error, body, durationMs } = answer;
  const headers = Object.fromEntries(
    answer.headers.map(([name, value]) => [
      hide(name.toLowerCase()),
      telling.has(name.toLowerCase()) ? hide(value).slice(0, 200) : '',
    ]),
  );
  const common = { path, status, error, headers, sentAtMs, durationMs };
  if (status === null) return common;
  const json = parsed(body);
  if (json === undefined) return { ...common, text: beginning(hide(body), 200) };
  return { ...common, body: withoutSecrets(withoutToken(json), hide) };
}

/** Refusals that depend on the account or the service's current state, not on the call. */
const circumstances: readonly string[] = [
  'DENIED_ACCESS_GATEWAY',
  'MISSING_PARAMETER',
  'FORBIDDEN_IP_ADDRESS',
  'MAINTENANCE_MODE',
  'BACKEND_ERROR',
  'TEST_MODE_NOT_SUPPORTED',
  'CURRENCY_NOT_SUPPORTED',
  'SANDBOX_TRANSACTION_LIMIT_EXCEEDED',
  'TOO_MAY_REQUESTS',
  'OTP_WAIT_BEFORE_RESNED',
  // The API documentation gives 403 to a key without permission, not to wrong fields.
  '403 without a code',
] satisfies readonly (ErrorCode | `${number} without a code`)[];

/** No real error code is longer. */
const longestCode = 100;

/** `accepted`, `INVALID_INPUTS`, `404 without a code`. Undefined if it shows nothing about the call. */
export function outcome(reply: Reply | undefined): string | undefined {
  const word = wordOf(reply);
  return !reply || word === undefined || circumstances.includes(word) || isRateLimited(reply)
    ? undefined
    : word;
}

/** Whether a 429 is about the number of calls: a code that the sandbox knows, such as that of a lock, has its own reason. */
export function isRateLimited(reply: Reply): boolean {
  const code = memberOf(reply, 'error', 'code');
  if (code === 'TOO_MAY_REQUESTS') return true;
  return reply.status === 429 && !(typeof code === 'string' && Object.hasOwn(errorTable, code));
}

/** Like `outcome`, but also names refusals that depend on the account or the service's state. */
export function wordOf(reply: Reply | undefined): string | undefined {
  if (!reply || reply.status === null || reply.status >= 500) return undefined;
  if (reply.status === 200 && isObject(memberOf(reply, 'result'))) return 'accepted';
  const error = memberOf(reply, 'error');
  if (!isObject(error)) return undefined;
  return typeof error.code === 'string' ? error.code.slice(0, longestCode) : `${reply.status} without a code`;
}

/** Why a reply shows nothing, as the end of a sentence about the service. Undefined if it shows something. */
export function silence(reply: Reply): string | undefined {
  if (outcome(reply) !== undefined) return undefined;
  const word = wordOf(reply);
  if (word !== undefined) return `answered ${word}`;
  if (reply.status === null) return `did not answer: ${reply.error}`;
  const type = reply.headers['content-type'] ?? 'no content type';
  return `answered ${reply.status} with ${reply.body === undefined ? type : 'JSON that the API does not have'}`;
}

/** All outcomes, separated by commas. Undefined if one is missing. */
export function outcomes(replies: readonly Reply[]): string | undefined {
  const all = replies.map(outcome);
  return all.length > 0 && all.every((each) => each !== undefined) ? all.join(', ') : undefined;
}

/** Whether a reply is the refusal for wrong fields, with the status that the API documentation gives it. */
export function isInvalid(reply: Reply | undefined): boolean {
  return reply?.status === 422 && outcome(reply) === 'INVALID_INPUTS';
}

/** A member of the answer, by path. */
export function memberOf(reply: Reply, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), reply.body);
}

function parsed(text: string): unknown {
  const value = jsonValue(text);
  return isObject(value) && !isDeep(value) ? value : undefined;
}

/** Real APIs don't nest this deep, and the code that reads replies is recursive. */
const mostLevels = 50;

function isDeep(value: object): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth < mostLevels && level.length > 0; depth += 1)
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  return level.length > 0;
}

/** The checkout's URL contains its token, and anyone with the token can pay or cancel. */
function withoutToken(body: unknown): unknown {
  if (!isObject(body) || !isObject(body.result)) return body;
  const { redirect_url: url } = body.result;
  if (typeof url !== 'string') return body;
  return { ...body, result: { ...body.result, redirect_url: `${URL.parse(url)?.origin ?? ''}/…` } };
}
