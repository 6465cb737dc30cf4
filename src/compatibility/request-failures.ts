import type { NameMap } from '../gateways/names.ts';
import { performance } from '../host/timers.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { type Change, settingsWith } from './changes.ts';
import { type FoundNames, namesOf, passesChecks } from './gateway-names.ts';
import { isOfGateway, refusalOf } from './logged-fields.ts';
import { requestWords, sentence } from './reasons.ts';
import { type Bench, replayed } from './replay.ts';
import { refusedStories, type Stories, type Story, type Told } from './stories.ts';
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
  for (const story of newest.toReversed()) {
    if (tried > 0 && performance.now() > until) break;
    const failure = await requestFailure(bench, { ...story, tell }, names, changes);
    if (failure) found.unshift(failure);
    else for (const row of story.alike) notCounted.set(row, 'accepted_now');
    tried += 1;
  }
  return { found, untried: inAll - tried, notCounted };
}

/** Undefined if it works now: the settings may have changed since. */
async function requestFailure(
  bench: Bench,
  story: ToldStory,
  names: NameMap,
  changes: readonly Change[],
): Promise<Found | undefined> {
  const { runtime } = bench;
  const present = namesOf(runtime.names);
  const { length: count } = story.alike;
  const told = await mostTelling(bench, story, names, changes);
  if (!told) return undefined;
  const { request, requests } = told;
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
    ...{ count, needsNames, request: String(request.id), callback: null },
  };
}

type ToldStory = Story & Pick<Stories, 'tell'>;

/** Of those that are refused without changes: the newest one that some fix, or the newest. Undefined if there is none. */
async function mostTelling(
  bench: Bench,
  { others, tell, ...newest }: ToldStory,
  names: NameMap,
  changes: readonly Change[],
): Promise<Told | undefined> {
  const present = namesOf(bench.runtime.names);
  let unfixed: Told | undefined;
  for (const told of [newest, ...others.map(tell)]) {
    if ((await outcome(bench, told.requests, [], present)).works) continue;
    if ((await outcome(bench, told.requests, changes, names)).works) return told;
    unfixed ??= told;
  }
  return unfixed;
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

interface Outcome {
  readonly works: boolean;
  /** Why it does not work. */
  readonly words: string;
}

async function outcome(
  bench: Bench,
  requests: readonly LoggedRequest[],
  changes: readonly Change[],
  names: NameMap,
): Promise<Outcome> {
  const { runtime } = bench;
  const settings = settingsWith(runtime.settings.current, changes);
  const asked = requests.at(-1);
  if (asked && isUnlike(asked)) return { works: false, words: sentence(refusalOf(asked)?.why ?? '') };
  const answered = settings && (await replayed(bench, requests, { settings, names })).at(-1);
  if (!answered || !asked) return { works: false, words: '' };
  // What a gateway refused for its fields has no valid process, or repeats an order that another request has paid.
  return {
    works: answered.status === 200 || (!isOfGateway(asked) && passesChecks(answered)),
    words: sentence(refusalOf(answered)?.why ?? ''),
  };
}

/** The log does not have what was sent: a body that is too large, or bytes that are not UTF-8. */
function isUnlike(row: LoggedRequest): boolean {
  return refusalOf(row)?.check === 'size' || row.body.includes('\uFFFD');
}
