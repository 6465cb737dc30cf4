import type { RequestRow } from '../../store/schema-records.ts';
import { placeholders, quoted } from '../curl.ts';
import { bodyFields, headerOf } from '../export/sent-fields.ts';

/** A logged request as a curl command without keys. A stranger's input is always a quoted word. */
export function requestCurl(baseUrl: string, row: RequestRow): string {
  const method = row.method === 'POST' ? '' : `-X ${quoted(row.method)} `;
  // Without `-g`, curl makes several calls of `{a,b}` and `[1-3]`.
  const literal = /[[\]{}]/.test(row.path) ? '-g ' : '';
  const lines = [
    `curl -s ${literal}${method}${quoted(baseUrl + row.path)}`,
    ...keyHeaders(row),
    ...bodyOf(row),
  ];
  return lines.join(' \\\n  ');
}

function keyHeaders(row: RequestRow): string[] {
  return [
    // Double-quoted, because the placeholders are shell variables.
    ...(headerOf(row, 'authorization') === undefined
      ? []
      : [`-H "Authorization: Bearer ${placeholders.accessToken}"`]),
    ...(headerOf(row, 'x-api-key') === undefined ? [] : [`-H "X-API-KEY: ${placeholders.apiKey}"`]),
    ...['x-sandbox-fault', 'x-sandbox-delay', 'x-sandbox-client-ip'].flatMap((name) => {
      const value = headerOf(row, name);
      return value === undefined ? [] : [`-H ${quoted(`${name}: ${value}`)}`];
    }),
  ];
}

/** Forms field by field, other bodies as they are. */
function bodyOf(row: RequestRow): string[] {
  if (row.body === '') return row.method === 'POST' ? ["-d ''"] : [];
  const type = headerOf(row, 'content-type') ?? '';
  const fields = bodyFields(row) ?? [];
  // Without those that were sent twice, or cannot be read.
  const isWhole = row.body.split('&').length === fields.length;
  if (isWhole && /^application\/x-www-form-urlencoded/i.test(type))
    return fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
  if (fields.length > 0 && /^multipart\//i.test(type))
    return fields.map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`);
  return [`-H ${quoted(`Content-Type: ${type}`)}`, `--data-raw ${quoted(row.body)}`];
}
