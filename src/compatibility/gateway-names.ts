import type { GatewayToken } from '../gateways/gateway.ts';
import { gateways, gatewayTokens } from '../gateways/index.ts';
import { mappableTokens, type NameMap, type Names } from '../gateways/names.ts';
import type { Settings } from '../settings/settings.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { likeliest } from './assignment.ts';
import { agentOf, type Endpoint, endpointOf, fieldsOf, refusalOf } from './logged-fields.ts';
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
  /** Unknown names that were not tried, because there are too many. */
  readonly untried: readonly string[];
  /** The complete `names`, including what was found. */
  readonly names: NameMap;
}

/** A name in the client's paths, and the requests to it. */
interface Called {
  readonly name: string;
  readonly requests: readonly LoggedRequest[];
  /** The programs that sent them. */
  readonly programs: ReadonlySet<string>;
  readonly examples: readonly LoggedRequest[];
}

interface Score {
  readonly fit: number;
  /** How many of the sent fields the gateway knows. */
  readonly fields: number;
}

type Scores = ReadonlyMap<GatewayToken, Score>;

/** The API has five gateways, so more unknown names than this are something else. */
const mostUnknown = 6;
/** Each more multiplies the ways to give them gateways. */
const mostNames = 8;
const mostExamples = 8;

/** What the names in the client's paths mean, by trying each gateway. `rows`: newest first. */
export async function gatewayNames(
  bench: Bench,
  rows: readonly LoggedRequest[],
  settings: Settings,
): Promise<FoundNames> {
  const { names } = bench.runtime;
  const called = calledNames(rows);
  const allUnknown = called.filter(({ name }) => names.gateway(name) === undefined);
  const unknown = allUnknown.slice(0, mostUnknown);
  const untried = allUnknown.slice(mostUnknown).map(({ name }) => name);
  const present = namesOf(names);
  if (unknown.length === 0) return { found: [], untried, names: present };
  // A name may be mapped to the wrong gateway.
  const mapped = called.filter(({ name }) => isMapped(names, name)).slice(0, mostNames - unknown.length);
  const known = new Set(called.map(({ name }) => name));
  const open = gatewayTokens.filter((token) => names.of(token) === token || known.has(names.of(token)));
  const candidates: { name: string; scores: ReadonlyMap<GatewayToken, number> }[] = [];
  // One after another: each opens trial sandboxes.
  for (const each of [...unknown, ...mapped]) {
    const fits = await scores(bench, each, open, settings);
    candidates.push({ name: each.name, scores: preferred(fits, namesOfPrograms(each, called)) });
  }
  const meant = likeliest(candidates);
  const wrong = mapped.filter(({ name }) => meant.get(name)?.[0] !== names.gateway(name));
  const found = [...unknown, ...wrong].map(({ name }) => ({ name, tokens: meant.get(name) ?? [] }));
  return { found, untried, names: withFound(present, meant) };
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
    .map(([name, requests]) => ({
      name,
      requests,
      programs: new Set(requests.map(agentOf)),
      examples: examplesOf(requests),
    }))
    .sort((one, other) => other.requests.length - one.requests.length);
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
): Promise<Scores> {
  const { names } = bench.runtime;
  const found = new Map<GatewayToken, Score>();
  for (const token of open) {
    const answered = await replayed(bench, examples, { settings, names: { [token]: name } });
    const taken = answered.filter((row) => row !== undefined && passesChecks(row)).length;
    if (taken === 0) continue;
    const wasPaid = names.gateway(name) === token && requests.some(({ status }) => status === 200);
    const fields = knownFields(token, examples);
    const fit = (6 * taken) / examples.length + 2 * fields + (wasPaid ? 3 : 0);
    found.set(token, { fit: fit + likeness(name, token), fields });
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

/** The names that the programs that used a name have called. */
function namesOfPrograms({ programs }: Called, called: readonly Called[]): ReadonlySet<string> {
  const theirs = called.filter((each) => [...each.programs].some((program) => programs.has(program)));
  return new Set(theirs.map(({ name }) => name));
}

/**
 * A gateway that the client calls by its usual name is unlikely to have a second one, unless it is the only one with
 * fields that were sent.
 */
function preferred(all: Scores, called: ReadonlySet<string>): ReadonlyMap<GatewayToken, number> {
  const others = [...all].filter(([token]) => !called.has(token));
  const most = Math.max(...others.map(([, { fields }]) => fields));
  const fitting = [...all].filter(([token, { fields }]) => !called.has(token) || fields > most);
  return new Map(fitting.map(([token, { fit }]) => [token, fit]));
}
