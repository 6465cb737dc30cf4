import type { NameMap } from '../gateways/names.ts';
import { performance } from '../host/timers.ts';
import type { LoggedRequest } from '../store/requests.ts';
import type { Twins } from './called-names.ts';
import type { Change } from './changes.ts';
import { namesOf } from './gateway-names.ts';
import { outcome } from './outcome.ts';
import type { Bench } from './replay.ts';
import type { Stories, Told } from './stories.ts';

/** Of similar requests that are refused, so many are tried. */
const enoughAlike = 5;

interface Judging {
  readonly bench: Bench;
  readonly tell: Stories['tell'];
  readonly names: NameMap;
  readonly changes: readonly Change[];
  readonly until: number;
}

interface Judged {
  /** Of those that are refused without changes: the newest one that some fix, or the newest. */
  readonly telling: Told | undefined;
  /** Those that work now: the settings may have changed since. */
  readonly accepted: readonly LoggedRequest[];
  /** Whether there was time to try all until one was refused. */
  readonly isWhole: boolean;
}

/** Tries similar requests: a few, in case settings fix only some, and more until one of them is refused. */
export async function judged(
  { bench, tell, names, changes, until }: Judging,
  alike: readonly Twins[],
): Promise<Judged> {
  const present = namesOf(bench.runtime.names);
  const accepted: LoggedRequest[] = [];
  let telling: Told | undefined;
  for (const [at, same] of alike.entries()) {
    if (at >= enoughAlike && telling) break;
    if (at > 0 && performance.now() > until) return { telling, accepted, isWhole: false };
    const story = tell(same[0]);
    if ((await outcome(bench, story.requests, [], present)).works) {
      accepted.push(...same);
      continue;
    }
    if ((await outcome(bench, story.requests, changes, names)).works)
      return { telling: story, accepted, isWhole: true };
    telling ??= story;
  }
  return { telling, accepted, isWhole: true };
}
