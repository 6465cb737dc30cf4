import type { Mishap, Unmade } from './mishaps.ts';
import type { Visited } from './outcome.ts';

/** A mishap is read a moment after it happened. */
const readWithinMs = 1000;

/**
 * The customers without an order because the gateway refused or lost a call of your app, or answered it too late.
 * Your app may choose the order's number, so mishaps are also matched by time. One mishap excuses one order, and
 * none if your app got its order made after all.
 */
export function excusedBy(mishaps: readonly Mishap[], visits: readonly Visited[]): ReadonlySet<Visited> {
  const used = new Set<string | Mishap>(visits.flatMap(({ order }) => order?.invoiceNo ?? []));
  const excused = new Set<Visited>();
  const look = (visited: Visited, { to }: Unmade, among: readonly Mishap[]) => {
    if (excused.has(visited)) return;
    const cause = among.find((each) => each.answeredAt > to && !used.has(each.invoiceNo ?? each));
    if (!cause) return;
    used.add(cause.invoiceNo ?? cause);
    excused.add(visited);
  };
  const byNumber = Map.groupBy(mishaps, ({ invoiceNo }) => invoiceNo);
  const during = byTime(mishaps);
  const failed = visits.flatMap((visited) => (visited.unmade ? [[visited, visited.unmade] as const] : []));
  for (const [visited, unmade] of failed) look(visited, unmade, byNumber.get(unmade.invoiceNo) ?? []);
  const soonest = failed.toSorted(([, one], [, other]) => one.to - other.to);
  for (const [visited, unmade] of soonest) look(visited, unmade, during(unmade));
  return excused;
}

/** By the second, because a long day has a million of them. */
function byTime(mishaps: readonly Mishap[]): (unmade: Unmade) => readonly Mishap[] {
  const bySecond = Map.groupBy(mishaps, ({ at }) => secondOf(at));
  return ({ from, to }) => {
    const end = to + readWithinMs;
    const seconds = Array.from(
      { length: secondOf(end) - secondOf(from) + 1 },
      (_, at) => secondOf(from) + at,
    );
    return seconds
      .flatMap((second) => bySecond.get(second) ?? [])
      .filter(({ at }) => at >= from && at <= end);
  };
}

function secondOf(ms: number): number {
  return Math.floor(ms / 1000);
}
