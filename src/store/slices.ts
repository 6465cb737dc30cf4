import { performance } from '../host/timers.ts';
/** How much to copy or delete in one transaction, while everything else waits. */
export interface Slices {
  /** A state or snapshot up to this weight is copied or deleted at once. */
  readonly weightAtOnce: number;
  /** Rows per statement. */
  readonly rows: number;
  /** No further statement starts after this time. */
  readonly ms: number;
}

/** 2,000 rows take less than 50 ms in one transaction. */
export const usualSlices: Slices = { weightAtOnce: 2000, rows: 200, ms: 25 };

/** Runs `step` until it returns false or the time is up. Returns whether anything is left. */
export function slice({ ms }: Slices, step: () => boolean): boolean {
  const end = performance.now() + ms;
  while (step()) if (performance.now() >= end) return true;
  return false;
}
