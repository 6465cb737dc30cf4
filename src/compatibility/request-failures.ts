import type { NameMap } from '../gateways/names.ts';
import { performance } from '../host/timers.ts';
import type { LoggedRequest } from '../store/requests.ts';
import type { Change } from './changes.ts';
import { type FoundNames, namesOf } from './gateway-names.ts';
import { judged } from './judged.ts';
import { outcome } from './outcome.ts';
import { requestWords } from './reasons.ts';
import type { Bench } from './replay.ts';
import { refusedStories, type Stories, type Told } from './stories.ts';
import type { Found, Needed } from './verdict.ts';

/** Each is tried with every change. */
const mostStories = 30;
/** The page and the command wait for this. Whatever takes longer is left for the next check. */
const longestMs = 5000;

export interface RequestFailures {
  readonly found: readonly Found[];
  /** The number of kinds of refused requests, the oldest ones, that there was no time to try. */
  readonly untried: number;
  /** Refused requests that do not count, with the reasons. */
  readonly notCounted: Stories['settled'];
}

/** Requests that would still be refused, each with the smallest set of changes that fixes it. */
export async function requestFailures(
  bench: Bench,
  rows: readonly LoggedRequest[],
  { names }: FoundNames,
  changes: readonly Change[],
): Promise<RequestFailures> {
  const { newest, settled, inAll, tell } = refusedStories(bench.runtime, rows, mostStories);
  const notCounted = new Map(settled);
  const until = performance.now() + longestMs;
  const found: Found[] = [];
  let tried = 0;
  for (const { count, alike } of newest.toReversed()) {
    if (tried > 0 && performance.now() > until) break;
    const { telling, accepted, isWhole } = await judged({ bench, tell, names, changes, until }, alike);
    for (const row of accepted) notCounted.set(row, 'accepted_now');
    if (telling) {
      const failure = await requestFailure(bench, telling, names, changes);
      found.unshift({ ...failure, count: count - accepted.length });
    } else if (!isWhole) break;
    tried += 1;
  }
  return { found, untried: inAll - tried, notCounted };
}

async function requestFailure(
  bench: Bench,
  { request, requests }: Told,
  names: NameMap,
  changes: readonly Change[],
): Promise<Omit<Found, 'count'>> {
  const { runtime } = bench;
  const present = namesOf(runtime.names);
  const tried = (changed: readonly Change[], under: NameMap) => outcome(bench, requests, changed, under);
  const needed = await neededChanges(changes, async (some) => (await tried(some, names)).works);
  const needsNames = needed !== undefined && !(await tried(needed, present)).works;
  const mending: Needed[] = [];
  for (const change of needed ?? []) {
    const others = needed?.filter((each) => each !== change) ?? [];
    mending.push({ ...change, without: (await tried(others, names)).words });
  }
  return {
    what: `${request.method} ${request.path.split('?', 1)[0]}`,
    reason: requestWords(runtime, request, requests),
    changes: mending,
    needsNames,
    request: String(request.id),
    callback: null,
  };
}

/** The smallest set of these changes that makes something work. Undefined if not even all of them do. */
async function neededChanges(
  all: readonly Change[],
  works: (changes: readonly Change[]) => Promise<boolean>,
): Promise<readonly Change[] | undefined> {
  if (!(await works(all))) return undefined;
  let needed = all;
  for (const change of all) {
    const fewer = needed.filter((each) => each !== change);
    if (await works(fewer)) needed = fewer;
  }
  return needed;
}
