import { later, performance } from '../host/timers.ts';
import type { Store } from '../store/store.ts';

/** The total size of large merchant answers to keep: 512 of 64 KiB. */
const answerBytes = 32 * 1024 * 1024;
const answersInSlice = 40;
/** Fewer empty pages are kept for new rows. */
const leastEmptyPages = 2048;
const pagesInSlice = 128;
const betweenSlicesMs = 3;

/**
 * Deletes the bodies of the oldest large answers but keeps their attempts. Ends early once `isCurrent`
 * returns false, which means that all rows were replaced.
 */
export async function trimAnswers(
  { keptAnswers, commit }: Pick<Store, 'keptAnswers' | 'commit'>,
  isCurrent: () => boolean,
): Promise<void> {
  while (isCurrent() && keptAnswers.bytes() > answerBytes) {
    await commit(() => {
      if (isCurrent()) keptAnswers.dropOldest(answersInSlice);
    });
    await pause(1);
  }
}

/** Deletes garbage for about this long. Returns whether any is left. */
export async function sweep(
  { garbage, commit }: Pick<Store, 'garbage' | 'commit'>,
  forMs: number,
): Promise<boolean> {
  const end = performance.now() + forMs;
  while (garbage.isThere()) {
    const began = performance.now();
    if (began >= end) return true;
    await commit(() => garbage.sweep());
    await pause(performance.now() - began);
  }
  return false;
}

/** Frees empty pages if there are many. New rows reuse the others. */
export async function giveBackPages(
  { freeSpace, commit }: Pick<Store, 'freeSpace' | 'commit'>,
  isCurrent: () => boolean,
): Promise<void> {
  for (;;) {
    const { empty, all } = freeSpace.pages();
    if (!isCurrent() || empty < leastEmptyPages || empty < all / 4) return;
    await commit(() => freeSpace.shrink(pagesInSlice));
    await pause(betweenSlicesMs);
  }
}

/** A delay that does not keep the process alive. */
export function pause(ms: number): Promise<void> {
  return later(ms, undefined, { ref: false });
}
