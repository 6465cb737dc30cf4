import { gatewayTokens } from '../gateways/index.ts';
import type { Names } from '../gateways/names.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { agentOf, endpointOf, fieldsOf, refusalOf } from './logged-fields.ts';
import { isMisspelling, plain } from './name-likeness.ts';

/** Checks that fail because of a client's base URL, names, method, or keys, whatever its fields are. */
const setUpChecks: ReadonlySet<string> = new Set(['route', 'method', 'https', 'keys', 'host']);

/**
 * The requests without the mistakes of set-up that the same program has corrected since: it succeeded with the same
 * call, with the same fields, or at the gateway whose name it had misspelled. `rows`: newest first.
 */
export function withoutCorrected(names: Names, rows: readonly LoggedRequest[]): readonly LoggedRequest[] {
  const succeeded = new Set<string>();
  return rows.filter((row) => {
    if (row.status === 200) for (const sign of signsOf(row, endpointOf(row)?.name)) succeeded.add(sign);
    if (!setUpChecks.has(refusalOf(row)?.check ?? '')) return true;
    return !signsOf(row, misspelled(names, row)).some((sign) => succeeded.has(sign));
  });
}

/** What a mistake and its correction have in common. */
function signsOf(row: LoggedRequest, gateway: string | undefined): readonly string[] {
  const agent = agentOf(row);
  const [path = ''] = row.path.split('?', 1);
  const call = path
    .split('/')
    .map(plain)
    .filter((part) => part !== '')
    .slice(-2);
  const action = call.at(-1);
  const fields = [...fieldsOf(row)].sort();
  return [
    { agent, call },
    ...(fields.length > 0 ? [{ agent, fields }] : []),
    ...(gateway === undefined ? [] : [{ agent, gateway, action }]),
  ].map((sign) => JSON.stringify(sign));
}

/** The only gateway of whose own name the client's is a misspelling. */
function misspelled(names: Names, row: LoggedRequest): string | undefined {
  const name = endpointOf(row)?.name;
  if (name === undefined || names.gateway(name) !== undefined) return undefined;
  const like = gatewayTokens
    .filter((token) => names.of(token) === token)
    .filter((token) => isMisspelling(name, token));
  return like.length === 1 ? like[0] : undefined;
}

/** Names that no gateway has, of calls that are taken for corrected. Only a person knows whether they are. */
export function forgottenNames(
  names: Names,
  logged: readonly LoggedRequest[],
  rows: readonly LoggedRequest[],
): readonly string[] {
  const kept = unknownNames(names, rows);
  return [...unknownNames(names, logged)].filter((name) => !kept.has(name));
}

function unknownNames(names: Names, rows: readonly LoggedRequest[]): ReadonlySet<string> {
  const called = rows.flatMap((row) => endpointOf(row)?.name ?? []);
  return new Set(called.filter((name) => names.gateway(name) === undefined));
}
