/** The median of the measured values, with the smallest and the largest. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const [median = Number.NaN, least = Number.NaN, most = Number.NaN] = quantilesOf(values, [0.5, 0, 1]);
  return { median, least, most };
}

/** Quantiles for these shares (from 0 to 1), interpolated. Empty without values. */
export function quantilesOf(values: readonly number[], shares: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return shares.flatMap((share) => {
    const place = (sorted.length - 1) * share;
    const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return below === undefined || above === undefined ? [] : below + (above - below) * (place % 1);
  });
}
