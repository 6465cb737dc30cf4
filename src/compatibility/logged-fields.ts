import { replayHeader } from '../merchant-api/logged-request.ts';
import { traceOf } from '../merchant-api/trace.ts';
import { parseBody } from '../protocol/form-encoding.ts';
import type { Action } from '../protocol/vocabulary.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { storedHeaders } from '../store/stored-json.ts';

/** The client's name for a gateway, and the action. */
export interface Endpoint {
  readonly name: string;
  readonly action: Action;
}

/** The endpoint in a request's path. Undefined if the path is not an endpoint. */
export function endpointOf({ path }: Pick<LoggedRequest, 'path'>): Endpoint | undefined {
  const [, name, action] =
    /^\/api\/v1\/transaction\/([A-Za-z0-9._-]{1,64})\/(verify|confirm)(?:\?|$)/.exec(path) ?? [];
  if (name === undefined) return undefined;
  return { name, action: action === 'verify' ? 'verify' : 'confirm' };
}

const parsedBefore = new WeakMap<LoggedRequest, ReadonlyMap<string, string>>();

/** The fields of a request, in the body in any encoding or in the query string. Each row is parsed once. */
export function fieldsOf(row: LoggedRequest): ReadonlyMap<string, string> {
  const fields = parsedBefore.get(row) ?? parsedFields(row);
  parsedBefore.set(row, fields);
  return fields;
}

function parsedFields({ headers, body, path }: LoggedRequest): ReadonlyMap<string, string> {
  const contentType = storedHeaders(headers).find(([name]) => name === 'content-type')?.[1];
  const query = new URLSearchParams(path.split(/\?(.*)/s)[1]);
  const parsed = parseBody(contentType, Buffer.from(body), { json: true });
  // Without a Content-Type, the body is most likely a form.
  if (!('form' in parsed)) return new Map([...query, ...new URLSearchParams(body)]);
  const texts = [...parsed.form].flatMap(([name, value]) =>
    'text' in value ? [[name, value.text] as const] : [],
  );
  return new Map([...query, ...texts]);
}

/** The program that sent a request, as it names itself. */
export function agentOf({ headers }: LoggedRequest): string {
  return storedHeaders(headers).find(([name]) => name === 'user-agent')?.[1] ?? '';
}

/** Whether a tester sent it, with the dashboard, a replay, or a command such as `pay`: it says nothing about a client. */
export function isOwn(row: LoggedRequest): boolean {
  const isReplay = storedHeaders(row.headers).some(([name]) => name === replayHeader.toLowerCase());
  return isReplay || /^gateway-sandbox\b/.test(agentOf(row));
}

/** The check that refused a request, or undefined. `business`: a rule of the gateway, after all checks. */
export function refusalOf(row: LoggedRequest): { readonly check: string; readonly why: string } | undefined {
  const failed = traceOf(row).find(({ passed }) => !passed);
  if (failed) return { check: failed.check, why: failed.got };
  return row.status < 400 ? undefined : { check: 'host', why: row.note ?? `It was answered ${row.status}.` };
}

/** Whether the gateway refused it after all checks, for example for a wrong code or a used invoice number. */
export function isOfGateway(row: LoggedRequest): boolean {
  return refusalOf(row)?.check === 'business';
}

/** Whether it was sent to an endpoint of a name that no gateway has, so that neither keys nor fields were checked. */
export function isUnchecked(row: LoggedRequest): boolean {
  return endpointOf(row) !== undefined && refusalOf(row)?.check === 'route';
}
