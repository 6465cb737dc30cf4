import type { NameMap } from '../gateways/names.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { type Change, settingsWith } from './changes.ts';
import { type FoundNames, namesOf, passesChecks } from './gateway-names.ts';
import { endpointOf, refusalOf } from './logged-fields.ts';
import { neededChanges } from './needed.ts';
import { requestWords, sentence } from './reasons.ts';
import { type Bench, replayed } from './replay.ts';
import { refusedStories } from './stories.ts';
import type { Found, Needed } from './verdict.ts';

/** Each is tried under every change. */
const mostStories = 30;

/** The refused requests that are refused today too, each with the fewest changes under which it succeeds. */
export async function requestFailures(
  bench: Bench,
  rows: readonly LoggedRequest[],
  { names }: FoundNames,
  changes: readonly Change[],
): Promise<readonly Found[]> {
  const { runtime } = bench;
  const present = namesOf(runtime.names);
  const found: Found[] = [];
  for (const story of refusedStories(runtime, rows).slice(-mostStories)) {
    const { request, requests, count } = story;
    const tried = (changed: readonly Change[], under: NameMap) => outcome(bench, requests, changed, under);
    // The settings may have changed since.
    if ((await tried([], present)).works) continue;
    const needed = await neededChanges(changes, async (some) => (await tried(some, names)).works);
    const needsNames = needed !== undefined && !(await tried(needed, present)).works;
    const mending: Needed[] = [];
    for (const change of needed ?? []) {
      const others = needed?.filter((each) => each !== change) ?? [];
      mending.push({ ...change, without: (await tried(others, names)).words });
    }
    found.push({
      what: `${request.method} ${request.path.split('?', 1)[0]}`,
      reason: requestWords(runtime, story),
      changes: mending,
      ...{ count, needsNames, request: String(request.id), callback: null },
    });
  }
  return found;
}

interface Outcome {
  readonly works: boolean;
  /** Why it does not. */
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
  // A client that never got an answer from its gateway cannot name a process.
  const name = endpointOf(asked)?.name;
  const wasUnknown = name !== undefined && runtime.names.gateway(name) === undefined;
  return {
    works: answered.status === 200 || (wasUnknown && passesChecks(answered)),
    words: sentence(refusalOf(answered)?.why ?? ''),
  };
}
