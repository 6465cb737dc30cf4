import { clearInterval, nextTurn, setInterval } from '../host/timers.ts';
import type { AppParts } from '../http/parts.ts';
import { atMostEvery } from '../journal/at-most-every.ts';
import { readEvents } from '../journal/follow.ts';
import type { EventRow } from '../store/events.ts';
import type { EventFilter } from '../store/events-matching.ts';
import {
  beginning,
  connected,
  connectedMessage,
  eventMessage,
  gapMessage,
  heartbeat,
  requestLogged,
  requestMessage,
} from './sse-message.ts';

const heartbeatMs = 15_000;
/** Disconnect readers that leave this much unread. They reconnect after their last event and miss nothing. */
const mostUnread = 1024 * 1024;
const pieceBytes = 64 * 1024;
const pastAtOnce = 200;
/** Events within this time are sent as one piece, so that in a flood a stream costs bytes, not messages. */
const pauseMs = 10;
/** Also disconnect one that takes no past events for this many heartbeats: they are kept for it. */
const mostIdleBeats = 4;

interface Reader {
  readonly filter: EventFilter;
  /** The last event that the reader has. */
  readonly cursor: number;
  /** Closes its connection at once, dropping what it has not read. */
  readonly hangUp: () => void;
}

/** Streams the journal to one reader: first the events that it missed, at its own speed, then new ones. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #parts: AppParts;
  readonly #filter: EventFilter;
  readonly #hangUp: () => void;
  readonly #sending = atMostEvery(pauseMs, () => this.#send());
  readonly #leaving: (() => void)[] = [];
  /** While catching up: the last event that was sent or that does not match the filter. */
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
        // What cannot be read now can be read when the reader reconnects.
        start: (controller) => this.#start(controller).catch(() => this.#cut()),
        pull: () => this.#catchUp().catch(() => this.#cut()),
        cancel: () => {
          // A read may be under way, and must not follow the journal for a reader that has left.
          this.#controller = undefined;
          this.#leave();
        },
      },
      { highWaterMark: pieceBytes, size: (chunk) => chunk?.byteLength ?? 0 },
    );
  }

  async #start(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.#controller = controller;
    const { run, journal } = this.#parts.runtime;
    const { cursor } = this.#place;
    const droppedTo = journal.gapAfter(cursor);
    this.#begin();
    // @hono/node-server waits on a global timer if the first chunk is ready and the second is not.
    await nextTurn();
    this.#controller?.enqueue(beginning);
    if (this.#filter.types?.includes(connected)) this.#controller?.enqueue(connectedMessage(run, cursor));
    if (droppedTo !== undefined) this.#controller?.enqueue(gapMessage(cursor, droppedTo));
  }

  #begin(): void {
    const { runtime, closing } = this.#parts;
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
  }

  /** Reads until there is something to send or no past is left. */
  async #catchUp(): Promise<void> {
    if (this.#isLive) return;
    const { journal } = this.#parts.runtime;
    const { rows, cursor } = await readEvents(journal, {
      filter: this.#filter,
      after: this.#place.cursor,
      limit: pastAtOnce,
      hasLeft: () => this.#controller === undefined,
    });
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

  /** The sandbox stops: sends what has happened so far. */
  #close(): void {
    this.#send();
    this.#cut();
  }

  /** The reader does not read, so an orderly end after all unread data would never reach it. */
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

/** Joins messages into pieces of roughly `pieceBytes`. */
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
