import { gatewayTokens } from '../gateways/index.ts';
import type { Names } from '../gateways/names.ts';
import { lettersApart } from '../input/nearest.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { agentOf, endpointOf, fieldsOf, refusalOf } from './logged-fields.ts';

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

/** The only gateway whose name differs from the client's by at most a letter. */
function misspelled(names: Names, row: LoggedRequest): string | undefined {
  const name = endpointOf(row)?.name;
  if (name === undefined || names.gateway(name) !== undefined) return undefined;
  const like = gatewayTokens
    .map((token) => names.of(token))
    .filter((each) => lettersApart(plain(name), plain(each)) <= 1);
  return like.length === 1 ? like[0] : undefined;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}
