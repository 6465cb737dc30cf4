import type { Context } from 'hono';
import type { z } from 'zod';
import { durationMs } from '../../spec/duration.ts';
import type { PageRequest } from '../../store/statements.ts';
import type { AppEnv } from '../connection.ts';
import { readBytes } from '../read-bytes.ts';
import { ControlError, invalid } from './control-error.ts';

const largestBodyBytes = 1024 * 1024;
const longestWaitMs = 600_000;

/** The JSON body in the shape of `schema`; no body is `{}`. The error names the member. */
export async function jsonBody<Shape extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Shape,
): Promise<z.output<Shape>> {
  const bytes = await readBytes(c.req.raw, largestBodyBytes);
  if (!bytes) throw new ControlError(413, 'TOO_LARGE', `The body is larger than ${largestBodyBytes} bytes.`);
  return parsed(schema, bytes.byteLength === 0 ? {} : json(bytes));
}

/** `value` in the shape of `schema`, or 400 that names the first member that does not fit. */
function parsed<Shape extends z.ZodType>(schema: Shape, value: unknown): z.output<Shape> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalid(issue?.path.join('.') || 'body', issue?.message ?? 'does not fit');
}

export function pageOf(c: Context<AppEnv>): PageRequest {
  const limit = wholeNumber(c, 'limit', 50);
  if (limit < 1 || limit > 200) throw invalid('limit', 'must be 1 to 200');
  return { limit, before: wholeNumber(c, 'cursor', Number.MAX_SAFE_INTEGER) };
}

/** A page of rows with the cursor of the next one. */
export function listOf<Row, Shape>(
  rows: readonly Row[],
  page: PageRequest,
  id: (row: Row) => number,
  shape: (row: Row) => Shape,
) {
  const last = rows.at(-1);
  return { data: rows.map(shape), next: last && rows.length === page.limit ? String(id(last)) : null };
}

export function wholeNumber(c: Context<AppEnv>, name: string, otherwise: number): number {
  const text = c.req.query(name);
  if (text === undefined || text === '') return otherwise;
  const number = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(number))
    throw invalid(name, 'must be a whole number');
  return number;
}

/** Real time to wait, 0 when not asked for, at most 10 minutes. */
export function waitMsOf(c: Context<AppEnv>): number {
  const text = c.req.query('wait');
  if (text === undefined || text === '') return 0;
  const ms = durationMs(text);
  if (ms === undefined || ms > longestWaitMs)
    throw invalid('wait', 'must be a duration of at most 10m, such as "10s"');
  return ms;
}

/** An id of the path, which is a number in the store. */
export function idOf(text: string, what: string): number {
  const id = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(id)) {
    throw new ControlError(404, 'NOT_FOUND', `There is no ${what} ${JSON.stringify(text.slice(0, 100))}.`);
  }
  return id;
}

function json(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ControlError(400, 'INVALID_REQUEST', 'The body is not JSON.');
  }
}
