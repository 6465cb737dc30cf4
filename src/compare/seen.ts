import { isObject } from '../input/paths.ts';
import { errorTable } from '../protocol/errors.ts';
import type { Model, Patch } from './model.ts';
import type { Replies } from './readings.ts';
import { isRateLimited, memberOf, type Reply, wordOf } from './reply.ts';

/** Observations about the live service that the sandbox does not imitate. */
export interface Seen {
  /** Members that the sandbox's answers to the same calls lack, such as `result.reference`. */
  readonly members: readonly string[];
  /** Error codes that the sandbox does not know. */
  readonly codes: readonly string[];
  /** Header names, without those that servers and proxies usually add. */
  readonly headers: readonly string[];
  /** Status lines that say nothing in the API, such as `502 text/html`. The sandbox's answer differs. */
  readonly statuses: readonly string[];
  /** The limits that refused a call: the rate, the number of test transactions. */
  readonly limits: readonly string[];
  readonly times: readonly Times[];
}

/** The live service's response times, by endpoint. */
export interface Times {
  readonly path: string;
  readonly answers: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

const limitCodes: readonly string[] = ['TOO_MAY_REQUESTS', 'SANDBOX_TRANSACTION_LIMIT_EXCEEDED'];

/** Headers of HTTP itself, and of servers, proxies and browsers. */
const usualHeader =
  /^(?:date|server|via|connection|keep-alive|transfer-encoding|content-\w+|vary|etag|age|cache-control|expires|pragma|set-cookie|strict-transport-security|access-control-[\w-]+|x-(?:powered-by|frame-options|content-type-options|xss-protection|sandbox-[\w-]+|request-id)|referrer-policy|permissions-policy|cross-origin-[\w-]+|alt-svc|cf-[\w-]+|report-to|nel|allow|retry-after|x-gateway-sandbox)$/;

export async function seenBeside(model: Model, live: Replies, patch: Patch): Promise<Seen> {
  const ours = await model.replies([...live.keys()], patch);
  const theirs = [...live.values()].flat();
  const codes = theirs
    .map((reply) => memberOf(reply, 'error', 'code'))
    .filter((code) => typeof code === 'string');
  return {
    members: unique([...live].flatMap(([probe, replies]) => moreMembers(replies, ours.get(probe) ?? []))),
    codes: unique(codes.filter((code) => !Object.hasOwn(errorTable, code))),
    headers: unique(
      theirs.flatMap(({ headers }) => Object.keys(headers)).filter((name) => !usualHeader.test(name)),
    ),
    statuses: unique([...live].flatMap(([probe, replies]) => otherLines(replies, ours.get(probe) ?? []))),
    limits: unique(theirs.map(limitOf)),
    times: timesOf(theirs),
  };
}

/** The limit that a reply ran into, whether it was refused or had to wait. */
function limitOf(reply: Reply): string | undefined {
  const word = reply.hadToWait || isRateLimited(reply) ? 'TOO_MAY_REQUESTS' : wordOf(reply);
  return word !== undefined && limitCodes.includes(word) ? word : undefined;
}

/** Statuses without a result or an error of the API, where the sandbox returns another status. */
function otherLines(replies: readonly Reply[], ours: readonly Reply[]): (string | undefined)[] {
  return replies.map(({ status, ...reply }, index) => {
    const own = ours[index]?.status;
    if (status === null || status === own || isOfApi({ status, ...reply })) return undefined;
    const type = reply.headers['content-type']?.split(';', 1)[0];
    return `${status} ${type || 'without a content type'}`;
  });
}

function isOfApi(reply: Reply): boolean {
  const isResult = reply.status === 200 && isObject(memberOf(reply, 'result'));
  return isResult || typeof memberOf(reply, 'error', 'code') === 'string';
}

/** Members that the sandbox's answer of the same kind does not have. */
function moreMembers(replies: readonly Reply[], ours: readonly Reply[]): string[] {
  return replies.flatMap((reply, index) => {
    const own = ours[index];
    if (!own || wordOf(own) !== wordOf(reply) || wordOf(reply) === undefined) return [];
    const known = new Set(membersOf(own.body));
    // The field names in a refusal depend on the call, so they do not count.
    return membersOf(reply.body).filter((path) => !known.has(path) && !path.startsWith('error.fields'));
  });
}

function membersOf(value: unknown, path = ''): string[] {
  if (!isObject(value)) return path === '' ? [] : [path];
  return Object.entries(value).flatMap(([name, each]) =>
    membersOf(each, path === '' ? name : `${path}.${name}`),
  );
}

function timesOf(replies: readonly Reply[]): readonly Times[] {
  const answered = replies.filter(({ status }) => status !== null);
  return [...Map.groupBy(answered, ({ path }) => path)].map(([path, all]) => {
    const times = all.map(({ durationMs }) => durationMs).toSorted((one, other) => one - other);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    return { path, answers: times.length, p50Ms: at(0.5), p95Ms: at(0.95) };
  });
}

function unique(words: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(words.filter((word) => word !== undefined))].toSorted();
}
