import type { Context } from 'hono';
import { z } from 'zod';
import type { GatewayToken } from '../gateways/gateway.ts';
import { gatewayTokens } from '../gateways/index.ts';
import type { Names } from '../gateways/names.ts';
import type { AppEnv } from '../http/connection.ts';
import { readBytes } from '../http/read-bytes.ts';
import { issueMessage, nearestAllowed } from '../input/issue-message.ts';
import { didYouMean } from '../input/nearest.ts';
import { pathOfProto } from '../input/own-proto.ts';
import { namesAt } from '../input/schema-names.ts';
import { durationMs, longest } from '../protocol/duration.ts';
import { normalMobileNumber } from '../protocol/mobile-number.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { PageRequest } from '../store/statements.ts';
import { ControlError, invalid, notFound } from './control-error.ts';

const largestBodyBytes = 1024 * 1024;

/** The JSON of a body, or `{}` without one. Some clients end an empty body with a line break. */
export async function readJson(c: Context<AppEnv>): Promise<unknown> {
  const bytes = await readBytes(c.req.raw, largestBodyBytes);
  if (!bytes) throw new ControlError(413, 'TOO_LARGE', `The body is larger than ${largestBodyBytes} bytes.`);
  return json(bytes);
}

/** Parses `value` with `schema`, or throws a 400 that names the first invalid member. */
export function parsed<Shape extends z.ZodType>(
  schema: Shape,
  value: unknown,
  what: 'body' | 'query',
  { anyNames = false } = {},
): z.output<Shape> {
  const proto = anyNames ? undefined : pathOfProto(value);
  if (proto) throw invalid(shortName(proto), `is unknown in this ${what}`);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code !== 'unrecognized_keys')
    throw invalid(shortName(issue?.path ?? []) || what, issue ? whyNot(issue, value) : 'does not fit');
  const [key = ''] = issue.keys;
  const hint = didYouMean(key, namesAt(schema, issue.path));
  throw invalid(shortName([...issue.path, key]), `is unknown in this ${what}${hint && `.${hint}`}`);
}

/**
 * For a call without a body: a member of one would be ignored, and a call that was meant for one account would
 * change all of them.
 */
export function refuseMembers(value: unknown, query: z.ZodType): undefined {
  // Some clients send `[]` or `null` where they have nothing to send.
  const names = Object.keys(Object(value));
  if (names.length === 0) return;
  const allowed = namesAt(query, []);
  const misplaced = names.find((name) => allowed.includes(name));
  if (misplaced) throw invalid(misplaced, 'belongs in the query, not in the body');
  parsed(z.strictObject({}), value, 'body');
}

function whyNot(issue: z.core.$ZodIssue, value: unknown): string {
  const hint = nearestAllowed(issue, value);
  return `${issueMessage(issue)}${hint && `.${hint}`}`;
}

/** The dotted path of a member, shortened, because the client chose its names. */
function shortName(path: readonly PropertyKey[]): string {
  return path
    .slice(-10)
    .map((name) => String(name).slice(0, 100))
    .join('.');
}

/** A whole number in a query. */
export function wholeNumber(least: number, most: number) {
  const why = `must be a whole number from ${least} to ${most}`;
  return z.preprocess(
    (text) => (typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : text),
    z.int(why).min(least, why).max(most, why),
  );
}

export const timeWhy = 'must be a time such as "2026-01-15T12:00:00Z"';

/** A position in a list or in the journal, taken from an earlier response. */
export const cursor = z
  .string()
  .regex(/^\d{1,16}$/, 'must be a cursor from an earlier response')
  .transform(Number)
  .refine(Number.isSafeInteger, 'must be a cursor from an earlier response');

/** Query parameters of every list. */
export const paging = { limit: wholeNumber(1, 200).default(50), cursor: cursor.optional() };

export function pageOf(query: { readonly limit: number; readonly cursor?: number | undefined }): PageRequest {
  return { limit: query.limit, before: query.cursor ?? Number.MAX_SAFE_INTEGER };
}

/** A page of rows, with the cursor of the next page. */
export function listOf<Row, Shape>(
  rows: readonly Row[],
  page: PageRequest,
  id: (row: Row) => number,
  shape: (row: Row) => Shape,
) {
  const last = rows.at(-1);
  return { data: rows.map(shape), next: last && rows.length === page.limit ? String(id(last)) : null };
}

/** A page of an in-memory list. Its cursor is an index. */
export function sliceOf<Row, Shape>(
  rows: readonly Row[],
  { limit, cursor: from = 0 }: { readonly limit: number; readonly cursor?: number | undefined },
  shape: (row: Row) => Shape,
) {
  const end = from + limit;
  return { data: rows.slice(from, end).map(shape), next: end < rows.length ? String(end) : null };
}

/** Real time to wait, in milliseconds. */
export const wait = z
  .string()
  .refine(
    (text) => durationMs(text, longest.wait) !== undefined,
    `must be a duration of at most ${longest.wait}, such as "10s"`,
  )
  .transform((text) => durationMs(text, longest.wait) ?? 0)
  .describe('Real time to wait: "10s", "250ms" or milliseconds, up to 10 minutes');

function textUpTo(most: number) {
  return z.string().max(most, `must be at most ${most} characters`);
}

/** The longest invoice number that the merchant API accepts. */
export const invoiceNumber = textUpTo(255);
/** As typed, with spaces and dashes. It is stored that way. */
export const typedNumber = textUpTo(40);

export const mobileNumber = z.string().transform(normalMobileNumber);

/** A numeric id in the path or query. */
export function idOf(text: string, what: string): number {
  const id = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(id)) throw notFound(what, text);
  return id;
}

/** The token of a gateway in a filter, given by token or by configured name. */
export function gatewayOf(names: Names, text: string | undefined): GatewayToken | undefined {
  if (text === undefined) return undefined;
  const token = names.gateway(text);
  if (token) return token;
  throw unknownGateway(names, 'gateway', text);
}

/** A change or a wait for an account that does not exist would look as if it had worked. */
export function refuseUnknownAccount({ store }: Runtime, given: unknown, field = 'account'): void {
  const id = z.object({ account: z.string() }).safeParse(given).data?.account;
  if (id === undefined || store.accounts.get(id)) return;
  const known = store.accounts.all().map((each) => each.id);
  const hint = didYouMean(id, known);
  throw invalid(field, `names no account${hint && `.${hint}`}`);
}

export function unknownGateway(names: Names, field: string, text: string): ControlError {
  const known = gatewayTokens.map((each) => names.of(each));
  const hint = didYouMean(text, known);
  return invalid(field, `must be one of ${known.join(', ')}${hint && `.${hint}`}`);
}

function json(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    throw new ControlError(400, 'INVALID_REQUEST', 'The body is not JSON.');
  }
}
