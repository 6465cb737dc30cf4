import { clearTimeout, performance, setTimeout } from '../host/timers.ts';
import type { Journal } from '../journal/journal.ts';
import type { SettingsHolder } from '../settings/settings.ts';
import { requestLogBytes } from '../store/request-log.ts';
import type { Growing, Looked } from '../store/retention.ts';
import type { Store } from '../store/store.ts';
import { giveBackPages, pause, sweep, trimAnswers } from './kept-bytes.ts';

/** How far a table has been trimmed. */
interface Trimmed {
  readonly limit: number;
  /** The newest id at that time. */
  readonly last: number;
  /** The last row examined. */
  readonly to: number;
  /** When to examine older rows again, which stayed because they were unfinished. */
  readonly fromStartAt: number;
}

const tables: readonly Growing[] = ['requests', 'otps', 'events', 'transactions'];
const pauseMs = 250;
/** The target duration of a slice, estimated from the previous one. */
const sliceMs = 3;
const mostInSlice = 500;
const sweepMs = 2000;
const countedAtOnce = 2000;
const fromStartEveryMs = 60_000;
/** Slightly below the limit, so that the next request does not exceed it again. */
const keptRequestBytes = 0.95 * requestLogBytes;

/**
 * Deletes the oldest rows beyond what the settings keep, in slices of a few milliseconds with longer pauses
 * in between. It checks shortly after startup and after commits, never while idle, and so also catches up
 * with a data file that grew without it.
 */
export class Retention {
  readonly #store: Store;
  readonly #journal: Journal;
  readonly #settings: SettingsHolder;
  readonly #monotonicMs: () => number;
  readonly #trimmed = new Map<Growing, Trimmed>();
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> | undefined;
  /** Whether something was committed since the last check. */
  #isAsked = false;
  #turn = 0;
  #isStopped = false;
  #sliceRows = 20;

  constructor(store: Store, journal: Journal, settings: SettingsHolder, monotonicMs: () => number) {
    this.#store = store;
    this.#journal = journal;
    this.#settings = settings;
    this.#monotonicMs = monotonicMs;
    store.afterCommit(() => this.#wake());
    this.#wake();
  }

  /** Deletes everything that is now above the limits. Resolves when it is gone or cannot be deleted. */
  async tidy(): Promise<void> {
    while (this.#work !== undefined) await this.#work;
    this.#isAsked = false;
    this.#work = this.#all(this.#turn).finally(() => {
      this.#work = undefined;
      if (this.#isAsked) this.#wake();
    });
    await this.#work;
  }

  /** Call it inside the transaction that replaces all rows. Forgets everything known about the old ones. */
  abandon(): void {
    this.#turn += 1;
    this.#trimmed.clear();
    this.#store.requests.log.sizes.invalidate();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.abandon();
  }

  #wake(): void {
    this.#isAsked = true;
    if (this.#timer || this.#work || this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.tidy();
    }, pauseMs);
    this.#timer.unref();
  }

  async #all(turn: number): Promise<void> {
    try {
      for (const table of tables) await this.#trim(table, turn);
      const isCurrent = () => turn === this.#turn;
      await trimAnswers(this.#store, isCurrent);
      // Give the tables above another turn before deleting the rest.
      if (await sweep(this.#store, sweepMs)) this.#isAsked = true;
      await giveBackPages(this.#store, isCurrent);
    } catch {
      // It could not be read or stored (for example, the disk is full). The next commit triggers another try.
    }
  }

  async #trim(table: Growing, turn: number): Promise<void> {
    const limit = this.#settings.current.retention[table];
    if (limit === null) return;
    const { sequences, retention } = this.#store;
    const last = sequences.last(table);
    const before = this.#trimmed.get(table);
    const isTooLarge = table === 'requests' && (await this.#requestBytes(turn)) > requestLogBytes;
    if (before?.limit === limit && last - before.last < limit / 20 && !isTooLarge) return;
    const first = retention.first(table);
    if (first === undefined || this.#bound(table) < first) return;
    if (last - first < limit && !isTooLarge) return;
    const cut = await this.#cut(table, limit, last, turn);
    const now = this.#monotonicMs();
    const isFromStart = before === undefined || before.fromStartAt <= now;
    const to = await this.#drop(table, isFromStart ? 0 : before.to, cut, turn);
    if (turn !== this.#turn) return;
    const fromStartAt = isFromStart ? now + fromStartEveryMs : before.fromStartAt;
    this.#trimmed.set(table, { limit, last, to, fromStartAt });
  }

  /** Size of the request log in bytes. Row sizes are read in slices if they are not known yet. */
  async #requestBytes(turn: number): Promise<number> {
    const { sizes } = this.#store.requests.log;
    while (!sizes.isKnown && turn === this.#turn) {
      sizes.load(mostInSlice);
      await pause(1);
    }
    return sizes.bytes;
  }

  /**
   * The newest row to delete. Ids have no holes, with two exceptions: event ids continue after a restore, and
   * strangers use some of the request ids.
   */
  async #cut(table: Growing, limit: number, last: number, turn: number): Promise<number> {
    if (table === 'requests') return this.#store.requests.log.sizes.cut(limit, keptRequestBytes);
    if (table !== 'events') return last - limit;
    let left = limit;
    let before = last + 1;
    while (left > 0 && turn === this.#turn) {
      const counted = this.#store.retention.countDown(table, before, Math.min(left, countedAtOnce));
      if (counted.rows === 0) return 0;
      left -= counted.rows;
      before = counted.lastId;
      await pause(1);
    }
    return before - 1;
  }

  /** Keeps events that have not been read yet. */
  #bound(table: Growing): number {
    if (table !== 'events') return Number.POSITIVE_INFINITY;
    return this.#journal.readers.doneAt(this.#monotonicMs(), this.#store.events.lastId());
  }

  async #drop(table: Growing, from: number, cut: number, turn: number): Promise<number> {
    let after = from;
    for (;;) {
      const most = this.#sliceRows;
      const { rows, lastId, ms } = await this.#slice(table, after, cut, turn);
      if (rows < most) return lastId;
      after = lastId;
      this.#sliceRows = Math.max(5, Math.min(mostInSlice, Math.round((rows * sliceMs) / ms)));
      await pause(2 * ms);
    }
  }

  #slice(
    table: Growing,
    after: number,
    cut: number,
    turn: number,
  ): Promise<Looked & { readonly ms: number }> {
    return this.#store.commit(() => {
      const began = performance.now();
      if (turn !== this.#turn) return { rows: 0, lastId: after, ms: 0 };
      const upTo = Math.min(cut, this.#bound(table));
      const looked = this.#store.retention.drop(table, after, upTo, this.#sliceRows);
      if (table === 'requests') this.#store.requests.log.sizes.dropped(looked.lastId);
      if (table === 'events' && looked.rows > 0) this.#journal.noteDropped(looked.lastId);
      return { ...looked, ms: performance.now() - began };
    });
  }
}
