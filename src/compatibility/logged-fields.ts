import { traceOf } from '../merchant-api/trace.ts';
import { parseBody } from '../protocol/form-encoding.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { storedPairs } from '../store/stored-json.ts';

/** A gateway's name as the client wrote it, and what it asked for. */
export interface Endpoint {
  readonly name: string;
  readonly action: 'verify' | 'confirm';
}

/** What a request's path asks for, or undefined when no gateway has such a path. */
export function endpointOf({ path }: Pick<LoggedRequest, 'path'>): Endpoint | undefined {
  const [, name, action] =
    /^\/api\/v1\/transaction\/([A-Za-z0-9._-]{1,64})\/(verify|confirm)(?:\?|$)/.exec(path) ?? [];
  if (name === undefined) return undefined;
  return { name, action: action === 'verify' ? 'verify' : 'confirm' };
}

/** The fields of a request wherever the client put them: the body in any encoding, or the query string. */
export function fieldsOf({ headers, body, path }: LoggedRequest): ReadonlyMap<string, string> {
  const contentType = storedPairs<string>(headers).find(([name]) => name === 'content-type')?.[1];
  const query = new URLSearchParams(path.split(/\?(.*)/s)[1]);
  const parsed = parseBody(contentType, Buffer.from(body), { json: true });
  // Without a Content-Type, the body is most likely a form.
  if (!('form' in parsed)) return new Map([...query, ...new URLSearchParams(body)]);
  const texts = [...parsed.form].flatMap(([name, value]) =>
    'text' in value ? [[name, value.text] as const] : [],
  );
  return new Map([...query, ...texts]);
}

/** Which check refused a request and why, or undefined when none did. `business` is a rule of the gateway, behind all checks. */
export function refusalOf(row: LoggedRequest): { readonly check: string; readonly why: string } | undefined {
  const failed = traceOf(row).find(({ passed }) => !passed);
  if (failed) return { check: failed.check, why: failed.got };
  return row.status < 400 ? undefined : { check: 'host', why: row.note ?? `It was answered ${row.status}.` };
}
