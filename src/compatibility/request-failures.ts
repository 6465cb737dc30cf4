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
  readonly settled: Stories['settled'];
}

/** Requests that would still be refused, each with the smallest set of changes that fixes it. */
export async function requestFailures(
  bench: Bench,
  rows: readonly LoggedRequest[],
  { names }: FoundNames,
  changes: readonly Change[],
): Promise<RequestFailures> {
  const { newest, settled, inAll, tell } = refusedStories(bench.runtime, rows, mostStories);
  const until = performance.now() + longestMs;
  const found: Found[] = [];
  let tried = 0;
  for (const story of newest.toReversed()) {
    if (tried > 0 && performance.now() > until) break;
    const failure = await requestFailure(bench, { ...story, tell }, names, changes);
    if (failure) found.unshift(failure);
    tried += 1;
  }
  return { found, untried: inAll - tried, settled };
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
  const { count } = story;
  const { request, requests } = await mostTelling(bench, story, names, changes);
  const tried = (changed: readonly Change[], under: NameMap) => outcome(bench, requests, changed, under);
  if ((await tried([], present)).works) return undefined;
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

/** The newest one that some changes fix, and that is refused without them. If there is none, the newest one. */
async function mostTelling(
  bench: Bench,
  story: ToldStory,
  names: NameMap,
  changes: readonly Change[],
): Promise<Told> {
  const present = namesOf(bench.runtime.names);
  if ((await outcome(bench, story.requests, changes, names)).works) return story;
  for (const other of story.others) {
    const told = story.tell(other);
    const isFixed = (await outcome(bench, told.requests, changes, names)).works;
    if (isFixed && !(await outcome(bench, told.requests, [], present)).works) return told;
  }
  return story;
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
  const answered = settings && (await replayed(bench, requests, { settings, names })).at(-1);
  const asked = requests.at(-1);
  if (!answered || !asked) return { works: false, words: '' };
  // What a gateway refused for its fields has no valid process, or repeats an order that another request has paid.
  return {
    works: answered.status === 200 || (!isOfGateway(asked) && passesChecks(answered)),
    words: sentence(refusalOf(answered)?.why ?? ''),
  };
}
