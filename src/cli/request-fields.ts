import type { RequestLogEntry } from '../client/contract.ts';
import { parseBody } from '../protocol/form-encoding.ts';

/** The fields of a logged body in any supported format, without files and nested values. */
export function fieldsOf({ headers, body }: RequestLogEntry): ReadonlyMap<string, string> {
  const parsed = parseBody(String(headers['content-type'] ?? ''), Buffer.from(body), { json: true });
  // A client without a Content-Type has most likely sent a form.
  if ('unsupported' in parsed) return new Map(new URLSearchParams(body));
  const fields = 'form' in parsed ? [...parsed.form] : [];
  return new Map(fields.flatMap(([name, value]) => ('text' in value ? [[name, value.text] as const] : [])));
}
