const mostAtOnce = 16;
const mostToOneTarget = 4;
/** Not a target: marks an attempt that the target has answered and that is not stored yet. */
const answered = '';

/** Limits concurrent attempts: 16 in total, 4 per target, 1 per callback. */
export class ConcurrencyLimit {
  /** The target of each callback's attempt, or `answered` while the result is being stored. */
  readonly #targets = new Map<number, string>();

  /** Whether no further attempt can start, whatever its target. */
  get full(): boolean {
    return this.#targets.size >= mostAtOnce;
  }

  get callbacks(): Iterable<number> {
    return this.#targets.keys();
  }

  /** Whether the target can take another attempt. */
  takes(target: string): boolean {
    return [...this.#targets.values()].filter((each) => each === target).length < mostToOneTarget;
  }

  fits(callbackId: number, target: string): boolean {
    return !this.full && !this.#targets.has(callbackId) && this.takes(target);
  }

  /** Takes a place. Returns false when there is no room. */
  enter(callbackId: number, target: string): boolean {
    if (!this.fits(callbackId, target)) return false;
    this.#targets.set(callbackId, target);
    return true;
  }

  /** Frees the target's place once it has answered. The callback itself stays busy until `leave`. */
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
