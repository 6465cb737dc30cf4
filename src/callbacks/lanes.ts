const mostAtOnce = 16;
const mostToOneTarget = 4;

/** Keeps attempts under way within their bounds: 16 in all, 4 to one target, 1 of one callback. */
export class Lanes {
  readonly #targets = new Map<string, number>();
  readonly #callbacks = new Set<number>();

  /** Whether nothing more can start at all. */
  get full(): boolean {
    return this.#callbacks.size >= mostAtOnce;
  }

  /** Targets that take no more now. */
  get fullTargets(): string[] {
    return [...this.#targets].filter(([, count]) => count >= mostToOneTarget).map(([target]) => target);
  }

  get callbacks(): ReadonlySet<number> {
    return this.#callbacks;
  }

  fits(callbackId: number, target: string): boolean {
    return (
      !this.full && !this.#callbacks.has(callbackId) && (this.#targets.get(target) ?? 0) < mostToOneTarget
    );
  }

  /** Takes a place, or returns false when there is none. */
  enter(callbackId: number, target: string): boolean {
    if (!this.fits(callbackId, target)) return false;
    this.#targets.set(target, (this.#targets.get(target) ?? 0) + 1);
    this.#callbacks.add(callbackId);
    return true;
  }

  leave(callbackId: number, target: string): void {
    if (!this.#callbacks.delete(callbackId)) return;
    const count = (this.#targets.get(target) ?? 1) - 1;
    if (count === 0) this.#targets.delete(target);
    else this.#targets.set(target, count);
  }

  clear(): void {
    this.#targets.clear();
    this.#callbacks.clear();
  }
}
