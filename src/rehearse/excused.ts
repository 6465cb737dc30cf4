import type { Mishap, Unmade } from './mishaps.ts';
import type { Visited } from './outcome.ts';

/** A mishap is read a moment after it happened. */
const readWithinMs = 1000;

/**
 * The customers without an order because the gateway refused or lost a call of your app, or answered it too late.
 * A mishap belongs to the order that was asked for, or made, with its number. Your app may choose its own numbers,
 * and a new one for each try: other mishaps may belong to every order that was being made.
 */
export function excusedBy(mishaps: readonly Mishap[], visits: readonly Visited[]): ReadonlySet<Visited> {
  const failed = visits.flatMap((visited) => (visited.unmade ? [[visited, visited.unmade] as const] : []));
  const known = new Set([
    ...failed.map(([, { invoiceNo }]) => invoiceNo),
    ...visits.flatMap(({ madeNumbers }) => madeNumbers),
  ]);
  const byNumber = Map.groupBy(mishaps, ({ invoiceNo }) => invoiceNo);
  const during = byTime(mishaps.filter(({ invoiceNo }) => invoiceNo === undefined || !known.has(invoiceNo)));
  const isExcused = (unmade: Unmade) => {
    const own = byNumber.get(unmade.invoiceNo) ?? [];
    // An app that calls again has given up the first answer, even if that came before the end.
    return own.length > 1 || [...own, ...during(unmade)].some(({ answeredAt }) => answeredAt > unmade.to);
  };
  return new Set(failed.flatMap(([visited, unmade]) => (isExcused(unmade) ? visited : [])));
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
