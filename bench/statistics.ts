/** Measured values: their median with the smallest and the largest. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const [median = Number.NaN, least = Number.NaN, most = Number.NaN] = quantilesOf(values, [0.5, 0, 1]);
  return { median, least, most };
}

/** The values that such shares of all, from 0 to 1, do not exceed, between two of them where need be; none where there are no values. */
export function quantilesOf(values: readonly number[], shares: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return shares.flatMap((share) => {
    const place = (sorted.length - 1) * share;
    const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return below === undefined || above === undefined ? [] : below + (above - below) * (place % 1);
  });
}
