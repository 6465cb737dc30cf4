const mostAtOnce = 16;
const mostToOneTarget = 4;
/** No target's name. */
const answered = '';

/** Keeps attempts under way within their bounds: 16 in all, 4 to one target, 1 of one callback. */
export class ConcurrencyLimit {
  /** Where the attempt of each callback goes; `answered` when that is done and not stored yet. */
  readonly #targets = new Map<number, string>();

  /** Whether nothing more can start at all. */
  get full(): boolean {
    return this.#targets.size >= mostAtOnce;
  }

  get callbacks(): Iterable<number> {
    return this.#targets.keys();
  }

  /** Whether the target takes one more. */
  takes(target: string): boolean {
    return [...this.#targets.values()].filter((each) => each === target).length < mostToOneTarget;
  }

  fits(callbackId: number, target: string): boolean {
    return !this.full && !this.#targets.has(callbackId) && this.takes(target);
  }

  /** Takes a place, or returns false when there is none. */
  enter(callbackId: number, target: string): boolean {
    if (!this.fits(callbackId, target)) return false;
    this.#targets.set(callbackId, target);
    return true;
  }

  /** The target has answered an attempt that is under way and takes another one; the callback itself does not. */
  leaveTarget(callbackId: number): void {
    this.#targets.set(callbackId, answered);
  }

  leave(callbackId: number): void {
    this.#targets.delete(callbackId);
  }

  clear(): void {
    this.#targets.clear();
  }
}
