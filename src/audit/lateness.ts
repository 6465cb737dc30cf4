/** The next payment may be later than the longest one so far. */
const factor = 2;
const marginMs = 100;
const roundedToMs = 10;

/** How late your app shows a payment after its answer, in milliseconds. */
export interface Late {
  /** The longest seen. */
  readonly longestMs: number;
  /** How long the audit waits because of it. */
  readonly waitMs: number;
}

/**
 * Learns from the payments that your app must record how long to wait before an order counts as unpaid, or
 * as recorded once. One for a run: the gateways may share a queue.
 */
export class Lateness {
  #longestMs = 0;
  #promptMs = 0;

  /** An order read as paid at the first look, which began this long after the answer. */
  sawPrompt(ms: number): void {
    this.#promptMs = Math.max(this.#promptMs, ms);
  }

  /** An order first read as unpaid, and as paid this long after the answer. */
  sawLate(ms: number): void {
    this.#longestMs = Math.max(this.#longestMs, ms);
  }

  get isLate(): boolean {
    return this.#longestMs > 0;
  }

  /**
   * How long after an answer nothing more is expected to happen. An app that seems to record payments at once
   * may do it a little later, just before the first look, and the next time a little later than that.
   */
  get waitMs(): number {
    return Math.max(this.#promptMs * factor, this.#learnedMs);
  }

  /** Undefined if every payment showed at the first look. */
  get seen(): Late | undefined {
    return this.isLate ? { longestMs: rounded(this.#longestMs), waitMs: this.#learnedMs } : undefined;
  }

  get #learnedMs(): number {
    return this.isLate ? rounded(this.#longestMs * factor + marginMs) : 0;
  }
}

function rounded(ms: number): number {
  return Math.ceil(ms / roundedToMs) * roundedToMs;
}

/** What the report says of an app that records payments late. */
export function latenessText({ longestMs, waitMs }: Late): string {
  return `Your app records payments late, up to ${longestMs} ms after its response, so the audit waits ${waitMs} ms before it counts an order as unpaid or as paid once. Set --settle ${waitMs}ms to wait that long in every run.`;
}
