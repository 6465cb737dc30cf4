import type { Visited } from './outcome.ts';

/** The customers who are there. */
export class Crowd {
  readonly #here = new Set<Promise<void>>();
  readonly #mostAtOnce: number;
  readonly #leaves: (done: Visited) => void;
  readonly #failures: unknown[] = [];
  #came = 0;

  constructor(mostAtOnce: number, leaves: (done: Visited) => void) {
    this.#mostAtOnce = mostAtOnce;
    this.#leaves = leaves;
  }

  get came(): number {
    return this.#came;
  }

  get here(): number {
    return this.#here.size;
  }

  /** Whether one of them failed in a way that ends the day. `gone` throws it. */
  get hasFailed(): boolean {
    return this.#failures.length > 0;
  }

  add(visit: Promise<Visited>): void {
    this.#came += 1;
    const leaving = visit.then(
      (done) => {
        this.#here.delete(leaving);
        this.#leaves(done);
      },
      (error: unknown) => {
        this.#here.delete(leaving);
        this.#failures.push(error);
      },
    );
    this.#here.add(leaving);
  }

  async hasRoom(): Promise<void> {
    if (this.#here.size >= this.#mostAtOnce) await Promise.race(this.#here);
  }

  /** Resolves when all have left. */
  async gone(): Promise<void> {
    await Promise.all(this.#here);
    if (this.hasFailed) throw this.#failures[0];
  }
}
