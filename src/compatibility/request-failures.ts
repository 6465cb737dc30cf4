import type { NameMap } from '../gateways/names.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { type Change, settingsWith } from './changes.ts';
import { type FoundNames, namesOf, passesChecks } from './gateway-names.ts';
import { endpointOf } from './logged-fields.ts';
import { neededChanges } from './needed.ts';
import { requestWords } from './reasons.ts';
import { type Bench, replayed } from './replay.ts';
import { refusedStories } from './stories.ts';
import type { Found } from './verdict.ts';

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
    const works = (tried: readonly Change[], under: NameMap) => succeeds(bench, requests, tried, under);
    // The settings may have changed since.
    if (await works([], present)) continue;
    const needed = await neededChanges(changes, (tried) => works(tried, names));
    const needsNames = needed !== undefined && !(await works(needed, present));
    found.push({
      what: `${request.method} ${request.path.split('?', 1)[0]}`,
      reason: requestWords(runtime, story),
      changes: needed ?? [],
      ...{ count, needsNames, request: String(request.id), callback: null },
    });
  }
  return found;
}

async function succeeds(
  bench: Bench,
  requests: readonly LoggedRequest[],
  changes: readonly Change[],
  names: NameMap,
): Promise<boolean> {
  const { runtime } = bench;
  const settings = settingsWith(runtime.settings.current, changes);
  if (!settings) return false;
  const answered = (await replayed(bench, requests, { settings, names })).at(-1);
  const asked = requests.at(-1);
  if (answered === undefined || asked === undefined) return false;
  if (answered.status === 200) return true;
  // A client that never got an answer from its gateway cannot name a process.
  const name = endpointOf(asked)?.name;
  const wasUnknown = name !== undefined && runtime.names.gateway(name) === undefined;
  return wasUnknown && passesChecks(answered);
}
