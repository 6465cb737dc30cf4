import type { Context } from 'hono';
import { parseBody } from '../protocol/form-encoding.ts';
import type { AppEnv } from './connection.ts';
import { readBytes } from './read-bytes.ts';

/** A form field by name. Empty when it was not sent as a single text. */
export type ReadField = (name: string) => string;

/** The fields of one of our own forms. Undefined if the body is not a form or exceeds `largestBytes`. */
export async function readForm(c: Context<AppEnv>, largestBytes: number): Promise<ReadField | undefined> {
  const bytes = await readBytes(c.req.raw, largestBytes);
  const parsed = bytes && parseBody(c.req.header('content-type'), bytes, { json: false });
  if (!parsed || !('form' in parsed)) return undefined;
  const { form } = parsed;
  return (name) => {
    const value = form.get(name);
    return value && 'text' in value ? value.text : '';
  };
}
