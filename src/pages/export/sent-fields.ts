import { parseBody } from '../../protocol/form-encoding.ts';
import type { RequestRow } from '../../store/schema-records.ts';
import { storedPairs } from '../../store/stored-json.ts';

type Pair = readonly [name: string, value: string];

/** The form fields that a logged request carried, in their order; undefined for a body that is no form. */
export function fieldsOf(row: RequestRow): Pair[] | undefined {
  const type = headerOf(row, 'content-type');
  const parsed = parseBody(type, new TextEncoder().encode(row.body), { json: true });
  if (!('form' in parsed)) return undefined;
  return [...parsed.form].flatMap(([name, value]): Pair[] => ('text' in value ? [[name, value.text]] : []));
}

/** A header of a logged request; secrets are masked in the log. */
export function headerOf({ headers }: RequestRow, name: string): string | undefined {
  return storedPairs<string>(headers).find(([each]) => each === name)?.[1];
}
