/** How much of the state is copied or deleted in one transaction: everybody else waits for as long. */
export interface Slices {
  /** A state or a snapshot that weighs no more is copied or deleted at once. */
  readonly weightAtOnce: number;
  /** Rows in a statement. */
  readonly rows: number;
  /** No further statement begins after so long. */
  readonly ms: number;
}

/** In one transaction, 2,000 rows take less than 50 ms. */
export const usualSlices: Slices = { weightAtOnce: 2000, rows: 200, ms: 25 };

/** Runs `step` until it says that nothing is left, or the time is over. Returns whether something is left. */
export function slice({ ms }: Slices, step: () => boolean): boolean {
  const end = performance.now() + ms;
  while (step()) if (performance.now() >= end) return true;
  return false;
}
