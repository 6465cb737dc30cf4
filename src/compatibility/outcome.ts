import type { NameMap } from '../gateways/names.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { type Change, settingsWith } from './changes.ts';
import { passesChecks } from './gateway-names.ts';
import { isOfGateway, refusalOf } from './logged-fields.ts';
import { sentence } from './reasons.ts';
import { type Bench, replayed } from './replay.ts';

interface Outcome {
  readonly works: boolean;
  /** Why it does not work. */
  readonly words: string;
}

/** What a replay of the last of these requests, after the others, gets with some changes. */
export async function outcome(
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
