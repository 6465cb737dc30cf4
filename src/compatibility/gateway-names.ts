import type { GatewayToken } from '../gateways/gateway.ts';
import { gateways, gatewayTokens } from '../gateways/index.ts';
import { mappableTokens, type NameMap, type Names } from '../gateways/names.ts';
import type { Settings } from '../settings/settings.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { likeliest } from './assignment.ts';
import { type Called, calledNames, namesOfPrograms } from './called-names.ts';
import { type Endpoint, endpointOf, fieldsOf, refusalOf } from './logged-fields.ts';
import { isMisspelling, likeness } from './name-likeness.ts';
import { type Bench, replayed } from './replay.ts';

/** A client's name that no gateway has, and the gateways that it may mean, most likely first. */
export interface OwnName {
  readonly name: string;
  /** Empty if no gateway that accepts its requests is free. */
  readonly tokens: readonly GatewayToken[];
  readonly tries: readonly Try[];
}

export interface FoundNames {
  /** Unknown names, and names assigned to the wrong gateway. */
  readonly found: readonly OwnName[];
  /** Unknown names that were not tried, because there are too many. */
  readonly untried: readonly string[];
  /** The complete `names`, including what was found. */
  readonly names: NameMap;
}

/** What a gateway does with the requests to a name. */
export interface Try {
  readonly token: GatewayToken;
  /** Whether it accepts at least one of them. */
  readonly accepts: boolean;
  readonly fit: number;
  /** The sent fields that the gateway knows. */
  readonly fields: ReadonlySet<string>;
  /** Why it refuses the newest of those that it refuses. */
  readonly why: string | undefined;
}

/** The API has five gateways, so more unknown names than this are something else. */
const mostUnknown = 6;
/** Each more multiplies the ways to give them gateways. */
const mostNames = 8;

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
  const tries = new Map<string, readonly Try[]>();
  // One after another: each opens trial sandboxes.
  for (const each of [...unknown, ...mapped]) tries.set(each.name, await triesOf(bench, each, settings));
  const meant = likeliest(
    [...unknown, ...mapped].map((each) => {
      const taken = takenFor(names, each, called);
      return { name: each.name, scores: preferred(tries.get(each.name) ?? [], taken) };
    }),
  );
  const wrong = mapped.filter(({ name }) => meant.get(name)?.[0] !== names.gateway(name));
  const found = [...unknown, ...wrong].map(({ name }) => ({
    name,
    tokens: meant.get(name) ?? [],
    tries: tries.get(name) ?? [],
  }));
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

/** Tries a name with every gateway. */
async function triesOf(bench: Bench, called: Called, settings: Settings): Promise<readonly Try[]> {
  const tries: Try[] = [];
  for (const token of gatewayTokens) tries.push(await tryOf(bench, called, token, settings));
  return tries;
}

async function tryOf(bench: Bench, called: Called, token: GatewayToken, settings: Settings): Promise<Try> {
  const { name, kinds, requests } = called;
  const { names } = bench.runtime;
  const examples = kinds.flat().sort((one, other) => one.id - other.id);
  const answered = await replayed(bench, examples, { settings, names: { [token]: name } });
  const answers = new Map(examples.map((row, at) => [row, answered[at]]));
  const accepted = kinds.filter((alike) => alike.some((row) => passesChecks(answers.get(row)))).length;
  const refused = answered.findLast((row) => !passesChecks(row));
  const wasPaid = names.gateway(name) === token && requests.some(({ status }) => status === 200);
  const fields = knownFields(token, examples);
  const fit = (6 * accepted) / kinds.length + 2 * fields.size + (wasPaid ? 3 : 0) + likeness(name, token);
  const refusal = refused && refusalOf(refused);
  // Without such an endpoint, it is not the right gateway.
  const why = refusal?.check === 'route' ? undefined : refusal?.why;
  return { token, accepts: accepted > 0, fit, fields, why };
}

/** Whether the gateway recognized the request, even if it then refused it for a business reason. */
export function passesChecks(row: LoggedRequest | undefined): boolean {
  if (row === undefined) return false;
  const refused = refusalOf(row);
  return refused === undefined || refused.check === 'business';
}

/** The sent fields that are in the gateway's table. */
function knownFields(token: GatewayToken, examples: readonly LoggedRequest[]): ReadonlySet<string> {
  const known = (action: Endpoint['action'] | undefined) => {
    const gateway = gateways[token];
    const rules =
      action === 'verify' && gateway.flow === 'otp' ? gateway.verifyFields : gateway.confirmFields;
    return new Set(rules.map(({ name }) => name));
  };
  return new Set(
    examples.flatMap((row) => {
      const names = known(endpointOf(row)?.action);
      return [...fieldsOf(row).keys()].filter((field) => names.has(field));
    }),
  );
}

/** How a gateway has a name already, so that it is unlikely to have a second one. */
type Taken = 'called' | 'configured';

/** `called`: by the same program, by its own name. `configured`: with a name that no client has used. */
function takenFor(
  names: Names,
  called: Called,
  all: readonly Called[],
): (token: GatewayToken) => Taken | undefined {
  const theirs = namesOfPrograms(called, all);
  const used = new Set(all.map(({ name }) => name));
  return (token) => {
    if (theirs.has(token)) return 'called';
    const name = names.of(token);
    const isFree = name === token || used.has(name) || isMisspelling(called.name, name);
    return isFree ? undefined : 'configured';
  };
}

/**
 * The gateways that a name may mean: the free ones that accept something, and one that is called by its own name too if
 * it is the only one with fields that were sent. None if that is true of one from the config, or of one that refuses
 * only the values of those fields.
 */
function preferred(
  tries: readonly Try[],
  taken: (token: GatewayToken) => Taken | undefined,
): ReadonlyMap<GatewayToken, number> {
  const accepting = tries.filter(({ accepts }) => accepts);
  const free = accepting.filter(({ token }) => taken(token) === undefined);
  const called = accepting.filter(({ token }) => taken(token) === 'called');
  const fitting = [...free, ...called.filter(({ fields }) => fields.size > mostFields(free))];
  const configured = accepting.filter(({ token }) => taken(token) === 'configured');
  const others = [...configured, ...tries.filter((each) => refusesOnlyItsOwn(each, fitting))];
  if (mostFields(others) > mostFields(fitting)) return new Map();
  return new Map(fitting.map(({ token, fit }) => [token, fit]));
}

/** Whether a gateway refuses the values of sent fields that none of the others knows, and nothing else. */
function refusesOnlyItsOwn({ accepts, fields, why }: Try, others: readonly Try[]): boolean {
  if (accepts || why === undefined) return false;
  const wrong = why.split(' · ').slice(1);
  const isOwn = (field: string) => fields.has(field) && !others.some((other) => other.fields.has(field));
  return wrong.length > 0 && wrong.every((words) => isOwn(words.split(' ', 1)[0] ?? ''));
}

export function mostFields(tries: readonly Try[]): number {
  return Math.max(...tries.map(({ fields }) => fields.size));
}
