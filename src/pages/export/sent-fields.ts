import { type Form, mergedForm } from '../../protocol/form.ts';
import { parseBody } from '../../protocol/form-encoding.ts';
import { parseUrlencoded } from '../../protocol/urlencoded.ts';
import type { Settings } from '../../settings/settings.ts';
import type { RequestRow } from '../../store/schema-records.ts';
import { storedHeaders } from '../../store/stored-json.ts';

type Pair = readonly [name: string, value: string];

/**
 * The fields of a logged request that the sandbox reads, in their order: those of its query, if the settings
 * accept them there, and of its body. Undefined if the body is not a form.
 */
export function fieldsOf(row: RequestRow, { requests }: Settings): Pair[] | undefined {
  const query = requests.query === 'merge' ? queryOf(row) : '';
  if (query === '') return bodyFields(row);
  const inQuery = parseUrlencoded(query);
  if (row.body === '') return textsOf(inQuery);
  const inBody = bodyForm(row);
  return inBody && textsOf(mergedForm(inQuery, inBody));
}

/** The fields of its body alone. Undefined if the body is not a form. */
export function bodyFields(row: RequestRow): Pair[] | undefined {
  const form = bodyForm(row);
  return form && textsOf(form);
}

function queryOf({ path }: RequestRow): string {
  const at = path.indexOf('?');
  return at === -1 ? '' : path.slice(at + 1);
}

function bodyForm(row: RequestRow): Form | undefined {
  const type = headerOf(row, 'content-type');
  const parsed = parseBody(type, new TextEncoder().encode(row.body), { json: true });
  return 'form' in parsed ? parsed.form : undefined;
}

function textsOf(form: Form): Pair[] {
  return [...form].flatMap(([name, value]): Pair[] => ('text' in value ? [[name, value.text]] : []));
}

/** A header of a logged request. The log masks secrets. */
export function headerOf({ headers }: RequestRow, name: string): string | undefined {
  return storedHeaders(headers).find(([each]) => each === name)?.[1];
}
