import { clearInterval, nextTurn, setInterval } from '../host/timers.ts';
import type { AppParts } from '../http/parts.ts';
import { atMostEvery } from '../journal/at-most-every.ts';
import { readEvents } from '../journal/follow.ts';
import type { EventFilter } from '../journal/followers.ts';
import type { EventRow } from '../store/events.ts';
import {
  beginning,
  eventMessage,
  gapMessage,
  heartbeat,
  requestLogged,
  requestMessage,
} from './sse-message.ts';

const heartbeatMs = 15_000;
/** A reader that leaves so many bytes unread is cut off; it comes back with its last event id and misses nothing. */
const mostUnread = 1024 * 1024;
const pieceBytes = 64 * 1024;
const pastAtOnce = 200;
/** What comes in so short a time goes out in one piece: under a flood a stream costs its bytes, not its messages. */
const pauseMs = 10;
/** Whoever takes nothing of the past for so many heartbeats is cut off too: what it has yet to read is kept for it. */
const mostIdleBeats = 4;

interface Reader {
  readonly filter: EventFilter;
  /** The last event that it has. */
  readonly cursor: number;
  /** Ends its connection at once: what it has left unread is dropped. */
  readonly hangUp: () => void;
}

/** One reader of the journal: first it gets what it has missed, as fast as it reads; then what happens. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #parts: AppParts;
  readonly #filter: EventFilter;
  readonly #hangUp: () => void;
  readonly #sending = atMostEvery(pauseMs, () => this.#send());
  readonly #leaving: (() => void)[] = [];
  /** The last event that it has got, or that is not for it, while there is a past to read. */
  readonly #place: { cursor: number };
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #unsent: Uint8Array[] = [];
  #isLive = false;
  #idleBeats = 0;

  constructor(parts: AppParts, { filter, cursor, hangUp }: Reader) {
    this.#parts = parts;
    this.#hangUp = hangUp;
    this.#filter = filter;
    this.#place = { cursor };
    this.body = new ReadableStream<Uint8Array>(
      {
        start: async (controller) => {
          const droppedTo = this.#begin(controller);
          // @hono/node-server waits on a global timer between a first chunk that is ready and a second that is not.
          await nextTurn();
          this.#controller?.enqueue(beginning);
          if (droppedTo !== undefined) this.#controller?.enqueue(gapMessage(cursor, droppedTo));
        },
        // What cannot be read now can be when the reader comes back.
        pull: () => this.#catchUp().catch(() => this.#cut()),
        cancel: () => {
          // What reads the past may be under way, and must not follow the journal for a reader that has gone.
          this.#controller = undefined;
          this.#leave();
        },
      },
      { highWaterMark: pieceBytes, size: (chunk) => chunk?.byteLength ?? 0 },
    );
  }

  /** Returns up to which event the journal has dropped what this reader has missed. */
  #begin(controller: ReadableStreamDefaultController<Uint8Array>): number | undefined {
    const { runtime, closing } = this.#parts;
    const droppedTo = runtime.journal.gapAfter(this.#place.cursor);
    this.#controller = controller;
    const beats = setInterval(() => this.#beat(), heartbeatMs).unref();
    const end = () => this.#close();
    closing.addEventListener('abort', end);
    this.#leaving.push(
      () => clearInterval(beats),
      () => closing.removeEventListener('abort', end),
      () => this.#sending.stop(),
      runtime.journal.readers.keepFor(this.#place),
    );
    if (this.#filter.types?.includes(requestLogged))
      this.#leaving.push(runtime.journal.requestBell.listen((newest) => this.#tell(requestMessage(newest))));
    return droppedTo;
  }

  /** Reads on until there is something to tell, or nothing is left of the past. */
  async #catchUp(): Promise<void> {
    if (this.#isLive) return;
    const { journal } = this.#parts.runtime;
    const { rows, cursor } = await readEvents(journal, this.#filter, this.#place.cursor, pastAtOnce);
    if (!this.#controller) return;
    this.#idleBeats = 0;
    this.#place.cursor = cursor;
    if (rows.length < pastAtOnce) this.#goLive(cursor);
    if (rows.length > 0) this.#controller.enqueue(Buffer.concat(rows.map(eventMessage)));
  }

  #goLive(after: number): void {
    this.#isLive = true;
    this.#place.cursor = Number.POSITIVE_INFINITY;
    const hear = (rows: readonly EventRow[]) => {
      for (const row of rows) this.#tell(eventMessage(row));
    };
    this.#leaving.push(this.#parts.runtime.journal.follow(this.#filter, hear, after));
  }

  #beat(): void {
    this.#tell(heartbeat);
    this.#idleBeats += 1;
    if (!this.#isLive && this.#idleBeats >= mostIdleBeats) this.#drop();
  }

  #tell(message: Uint8Array): void {
    this.#unsent.push(message);
    this.#sending.ask();
  }

  #send(): void {
    for (const piece of pieces(this.#unsent.splice(0))) {
      this.#controller?.enqueue(piece);
      if ((this.#controller?.desiredSize ?? 0) < -mostUnread) this.#drop();
    }
  }

  /** The sandbox stops: what has happened until now is told. */
  #close(): void {
    this.#send();
    this.#cut();
  }

  /** It does not read: an end behind everything that it has not read would never reach it. */
  #drop(): void {
    this.#cut();
    this.#hangUp();
  }

  #cut(): void {
    this.#leave();
    this.#controller?.close();
    this.#controller = undefined;
  }

  #leave(): void {
    for (const leave of this.#leaving.splice(0)) leave();
  }
}

/** Messages put together, none of the pieces much larger than a pieceful. */
function pieces(messages: readonly Uint8Array[]): Uint8Array[] {
  const together: Uint8Array[][] = [];
  let bytes = pieceBytes;
  for (const message of messages) {
    if (bytes >= pieceBytes) {
      together.push([]);
      bytes = 0;
    }
    together.at(-1)?.push(message);
    bytes += message.byteLength;
  }
  return together.map((piece) => Buffer.concat(piece));
}
