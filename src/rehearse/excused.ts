import type { Mishap, Unmade } from './mishaps.ts';
import type { Visited } from './outcome.ts';

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
  const during = byEvent(mishaps.filter(({ invoiceNo }) => invoiceNo === undefined || !known.has(invoiceNo)));
  const isExcused = (unmade: Unmade) => {
    const own = byNumber.get(unmade.invoiceNo) ?? [];
    // An app that calls again has given up the first answer, even if that came before the end.
    return (
      own.length > 1 || [...own, ...during(unmade)].some(({ answeredAt }) => answeredAt > unmade.failedAt)
    );
  };
  return new Set(failed.flatMap(([visited, unmade]) => (isExcused(unmade) ? visited : [])));
}

/** By the hundred, because a long day has a million of them. */
function byEvent(mishaps: readonly Mishap[]): (unmade: Unmade) => readonly Mishap[] {
  const byHundred = Map.groupBy(mishaps, ({ event }) => hundredOf(event));
  return ({ after, upTo }) => {
    const hundreds = Array.from(
      { length: hundredOf(upTo) - hundredOf(after) + 1 },
      (_, at) => hundredOf(after) + at,
    );
    return hundreds
      .flatMap((hundred) => byHundred.get(hundred) ?? [])
      .filter(({ event }) => event > after && event <= upTo);
  };
}

function hundredOf(event: number): number {
  return Math.floor(event / 100);
}
