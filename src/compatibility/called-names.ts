import type { LoggedRequest } from '../store/requests.ts';
import { agentOf, endpointOf, fieldsOf } from './logged-fields.ts';

/** A name in the client's paths, and the requests to it. */
export interface Called {
  readonly name: string;
  /** Newest first. */
  readonly requests: readonly LoggedRequest[];
  /** The programs that sent them. */
  readonly programs: ReadonlySet<string>;
  readonly kinds: readonly Kind[];
}

/** The newest requests of a kind: same endpoint, fields, number prefix and code length. */
type Kind = readonly LoggedRequest[];

/** Requests with the same fields. */
export type Twins = readonly [LoggedRequest, ...LoggedRequest[]];

const mostKinds = 8;
/** The newest one may have a mistake, and an older one may have one that was fixed. */
const mostOfAKind = 3;

/** The names that were called, most often called first. `rows`: newest first. */
export function calledNames(rows: readonly LoggedRequest[]): readonly Called[] {
  const byName = Map.groupBy(rows, (row) => endpointOf(row)?.name ?? '');
  byName.delete('');
  return [...byName]
    .map(([name, requests]) => ({
      name,
      requests,
      programs: new Set(requests.map(agentOf)),
      kinds: kindsOf(requests),
    }))
    .sort((one, other) => other.requests.length - one.requests.length);
}

function kindsOf(requests: readonly LoggedRequest[]): readonly Kind[] {
  const kinds = Map.groupBy(requests, (row) => {
    const fields = fieldsOf(row);
    const number = fields.get('mobile_number')?.slice(0, 3);
    const names = [...fields.keys()].sort();
    return JSON.stringify([endpointOf(row)?.action, names, number, fields.get('code')?.length]);
  });
  return [...kinds.values()].slice(0, mostKinds).map(newestOfAKind);
}

function newestOfAKind(alike: Kind): Kind {
  return distinct(alike).slice(0, mostOfAKind);
}

/** The first ones whose fields differ. */
function distinct(alike: readonly LoggedRequest[]): readonly LoggedRequest[] {
  return twins(alike).map(([first]) => first);
}

/** Those that have the same fields together. */
export function twins(rows: readonly LoggedRequest[]): readonly Twins[] {
  const byFields = Map.groupBy(rows, (row) => JSON.stringify([...fieldsOf(row)].sort()));
  return [...byFields.values()].flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []));
}

/** The names that the programs that used a name have called. */
export function namesOfPrograms({ programs }: Called, called: readonly Called[]): ReadonlySet<string> {
  const theirs = called.filter((each) => [...each.programs].some((program) => programs.has(program)));
  return new Set(theirs.map(({ name }) => name));
}
