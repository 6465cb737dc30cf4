import { parseBody } from '../../protocol/form-encoding.ts';
import type { RequestRow } from '../../store/schema-records.ts';
import { storedHeaders } from '../../store/stored-json.ts';

type Pair = readonly [name: string, value: string];

/** The form fields of a logged request, in their order. Undefined if the body is not a form. */
export function fieldsOf(row: RequestRow): Pair[] | undefined {
  const type = headerOf(row, 'content-type');
  const parsed = parseBody(type, new TextEncoder().encode(row.body), { json: true });
  if (!('form' in parsed)) return undefined;
  return [...parsed.form].flatMap(([name, value]): Pair[] => ('text' in value ? [[name, value.text]] : []));
}

/** A header of a logged request. The log masks secrets. */
export function headerOf({ headers }: RequestRow, name: string): string | undefined {
  return storedHeaders(headers).find(([each]) => each === name)?.[1];
}
