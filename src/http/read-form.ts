import type { Context } from 'hono';
import { parseBody } from '../protocol/form-encoding.ts';
import type { AppEnv } from './connection.ts';
import { readBytes } from './read-bytes.ts';

/** A field of a form by its name; empty when it was not sent, or not as one text. */
export type ReadField = (name: string) => string;

/** The fields of a form of ours, or undefined when the body is none or larger than `largestBytes`. */
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
