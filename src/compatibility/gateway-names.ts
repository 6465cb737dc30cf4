import type { GatewayToken } from '../gateways/gateway.ts';
import { gateways, gatewayTokens } from '../gateways/index.ts';
import { mappableTokens, type NameMap, type Names } from '../gateways/names.ts';
import type { Settings } from '../settings/settings.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { likeliest } from './assignment.ts';
import { type Endpoint, endpointOf, fieldsOf, refusalOf } from './logged-fields.ts';
import { likeness } from './name-likeness.ts';
import { type Bench, replayed } from './replay.ts';

/** A client's name that no gateway has, and the gateways that accept its requests, most likely first. */
export interface OwnName {
  readonly name: string;
  /** Empty if no gateway accepts them. */
  readonly tokens: readonly GatewayToken[];
}

export interface FoundNames {
  /** Unknown names, and names assigned to the wrong gateway. */
  readonly found: readonly OwnName[];
  /** The complete `names`, including what was found. */
  readonly names: NameMap;
}

/** A name in the client's paths, and the requests to it. */
interface Called {
  readonly name: string;
  readonly requests: readonly LoggedRequest[];
  readonly examples: readonly LoggedRequest[];
}

/** The API has five gateways, so more unknown names than this are something else. */
const mostNames = 6;
const mostExamples = 8;

/** What the names in the client's paths mean, by trying each gateway. `rows`: newest first. */
export async function gatewayNames(
  bench: Bench,
  rows: readonly LoggedRequest[],
  settings: Settings,
): Promise<FoundNames> {
  const { names } = bench.runtime;
  const called = calledNames(rows);
  const unknown = called.filter(({ name }) => names.gateway(name) === undefined);
  const present = namesOf(names);
  if (unknown.length === 0) return { found: [], names: present };
  // A name may be mapped to the wrong gateway.
  const mapped = called.filter(({ name }) => isMapped(names, name));
  const known = new Set(called.map(({ name }) => name));
  const open = gatewayTokens.filter((token) => names.of(token) === token || known.has(names.of(token)));
  const candidates: { name: string; scores: ReadonlyMap<GatewayToken, number> }[] = [];
  // One after another: each opens trial sandboxes.
  for (const each of [...unknown, ...mapped]) {
    const fits = preferred(await scores(bench, each, open, settings), known);
    candidates.push({ name: each.name, scores: fits });
  }
  const meant = likeliest(candidates);
  const wrong = mapped.filter(({ name }) => meant.get(name)?.[0] !== names.gateway(name));
  const found = [...unknown, ...wrong].map(({ name }) => ({ name, tokens: meant.get(name) ?? [] }));
  return { found, names: withFound(present, meant) };
}

/** The current `names`. */
export function namesOf(names: Names): NameMap {
  const mapped = mappableTokens.filter((token) => names.of(token) !== token);
  return Object.fromEntries(mapped.map((token) => [token, names.of(token)]));
}

function isMapped(names: Names, name: string): boolean {
  const token = names.gateway(name);
  return token !== undefined && token !== name;
}

/** Replaces the old meaning of names that were assigned to another gateway. */
function withFound(present: NameMap, found: ReadonlyMap<string, readonly GatewayToken[]>): NameMap {
  const kept = Object.entries(present).filter(([, name]) => (found.get(name) ?? []).length === 0);
  const chosen = [...found].flatMap(([name, [token]]) =>
    token === undefined ? [] : [[token, name] as const],
  );
  return Object.fromEntries([...kept, ...chosen]);
}

function calledNames(rows: readonly LoggedRequest[]): readonly Called[] {
  const byName = Map.groupBy(rows, (row) => endpointOf(row)?.name ?? '');
  byName.delete('');
  return [...byName]
    .map(([name, requests]) => ({ name, requests, examples: examplesOf(requests) }))
    .sort((one, other) => other.requests.length - one.requests.length)
    .slice(0, mostNames);
}

/** One request of each kind: same endpoint, fields, number prefix and code length. */
function examplesOf(requests: readonly LoggedRequest[]): readonly LoggedRequest[] {
  const kinds = new Map(
    requests.map((row) => {
      const fields = fieldsOf(row);
      const number = fields.get('mobile_number')?.slice(0, 3);
      const kind = [endpointOf(row)?.action, [...fields.keys()].sort(), number, fields.get('code')?.length];
      return [JSON.stringify(kind), row];
    }),
  );
  return [...kinds.values()].slice(0, mostExamples);
}

/** How well each gateway fits the requests to a name. Omits gateways that accept none of them. */
async function scores(
  bench: Bench,
  { name, examples, requests }: Called,
  open: readonly GatewayToken[],
  settings: Settings,
): Promise<ReadonlyMap<GatewayToken, number>> {
  const { names } = bench.runtime;
  const found = new Map<GatewayToken, number>();
  for (const token of open) {
    const answered = await replayed(bench, examples, { settings, names: { [token]: name } });
    const taken = answered.filter((row) => row !== undefined && passesChecks(row)).length;
    if (taken === 0) continue;
    const wasPaid = names.gateway(name) === token && requests.some(({ status }) => status === 200);
    const fit = (6 * taken) / examples.length + 2 * knownFields(token, examples) + (wasPaid ? 3 : 0);
    found.set(token, fit + likeness(name, token));
  }
  return found;
}

/** Whether the gateway recognized the request, even if it then refused it for a business reason. */
export function passesChecks(row: LoggedRequest): boolean {
  const refused = refusalOf(row);
  return refused === undefined || refused.check === 'business';
}

/** How many of the sent fields are in the gateway's table. */
function knownFields(token: GatewayToken, examples: readonly LoggedRequest[]): number {
  const known = (action: Endpoint['action'] | undefined) => {
    const gateway = gateways[token];
    const rules =
      action === 'verify' && gateway.flow === 'otp' ? gateway.verifyFields : gateway.confirmFields;
    return new Set(rules.map(({ name }) => name));
  };
  const sent = examples.flatMap((row) => {
    const names = known(endpointOf(row)?.action);
    return [...fieldsOf(row).keys()].filter((field) => names.has(field));
  });
  return new Set(sent).size;
}

/** A gateway that the client calls by its usual name is unlikely to have a second one. */
function preferred(
  all: ReadonlyMap<GatewayToken, number>,
  called: ReadonlySet<string>,
): ReadonlyMap<GatewayToken, number> {
  const others = [...all].filter(([token]) => !called.has(token));
  return others.length > 0 ? new Map(others) : all;
}
