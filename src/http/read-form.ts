import type { Context } from 'hono';
import { parseBody } from '../protocol/form-encoding.ts';
import type { AppEnv } from './connection.ts';
import { readBytes } from './read-bytes.ts';

/** A form field by name. Empty when it was not sent as a single text. */
export type ReadField = (name: string) => string;

/** The fields of one of our own forms. Undefined if the body is not a form or exceeds `largestBytes`. */
export async function readForm(c: Context<AppEnv>, largestBytes: number): Promise<ReadField | undefined> {
  const read = await readFormOrWhy(c, largestBytes);
  return typeof read === 'string' ? undefined : read;
}

/** The fields, or why there are none. */
export async function readFormOrWhy(
  c: Context<AppEnv>,
  largestBytes: number,
): Promise<ReadField | 'too large' | 'no form'> {
  const bytes = await readBytes(c.req.raw, largestBytes);
  if (!bytes) return 'too large';
  const parsed = parseBody(c.req.header('content-type'), bytes, { json: false });
  if (!('form' in parsed)) return 'no form';
  const { form } = parsed;
  return (name) => {
    const value = form.get(name);
    return value && 'text' in value ? value.text : '';
  };
}
