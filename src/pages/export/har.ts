import { version } from '../../host/paths.ts';
import { isoTime } from '../../protocol/time.ts';
import type { RequestRow } from '../../store/schema-records.ts';
import { storedHeaders } from '../../store/stored-json.ts';
import type { RowFile } from './row-files.ts';
import { bodyFields, headerOf } from './sent-fields.ts';

interface NameValue {
  readonly name: string;
  readonly value: string;
}

/** Logged requests as HAR 1.2, with masked secrets. Response headers are missing: the log has none. */
export function harFile(baseUrl: string): RowFile<RequestRow> {
  const creator = JSON.stringify({ name: 'gateway-sandbox', version });
  return {
    before: `{"log":{"version":"1.2","creator":${creator},"entries":[`,
    row: (row) => JSON.stringify(entry(baseUrl, row)),
    between: ',',
    after: ']}}',
  };
}

function entry(baseUrl: string, row: RequestRow): object {
  const time = row.durationUs / 1000;
  return {
    startedDateTime: isoTime(row.at),
    time,
    request: request(baseUrl, row),
    response: response(row),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...(row.remoteAddress && { comment: `from ${row.remoteAddress}` }),
  };
}

function request(baseUrl: string, row: RequestRow): object {
  const url = URL.parse(row.path, baseUrl);
  return {
    method: row.method,
    url: url?.href ?? row.path,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: storedHeaders(row.headers).map(nameValue),
    queryString: [...(url?.searchParams ?? [])].map(nameValue),
    ...(row.body !== '' && {
      postData: {
        mimeType: headerOf(row, 'content-type') ?? '',
        params: (bodyFields(row) ?? []).map(nameValue),
        text: row.body,
      },
    }),
    headersSize: -1,
    bodySize: Buffer.byteLength(row.body),
  };
}

function response(row: RequestRow): object {
  const size = Buffer.byteLength(row.answer);
  return {
    status: row.status,
    statusText: row.code ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [],
    content: { size, mimeType: 'application/json', text: row.answer },
    redirectURL: '',
    headersSize: -1,
    bodySize: size,
  };
}

function nameValue([name, value]: readonly [string, string]): NameValue {
  return { name, value };
}
