import type { Hono } from 'hono';
import { type EventFilter, matches, readEvents } from '../journal/follow.ts';
import { journalEvent } from '../journal/journal.ts';
import { normalMobileNumber } from '../spec/mobile-number.ts';
import type { EventRow } from '../store/events.ts';
import type { AppEnv } from './connection.ts';
import { eventFilter } from './event-filter.ts';
import type { AppParts } from './parts.ts';

const heartbeatMs = 15_000;
/** A reader that leaves so many characters unread is cut off; it comes back with its last event id and misses nothing. */
const mostUnread = 1024 * 1024;

/** The journal as Server-Sent Events, from `Last-Event-ID`, else from `after`, else from now. */
export function streamRoutes(app: Hono<AppEnv>, parts: AppParts): void {
  app.get('/_sandbox/events', (c) => {
    const filter = eventFilter((name) => c.req.query(name), normalMobileNumber);
    const after = c.req.header('last-event-id') ?? c.req.query('after') ?? '';
    const cursor = /^\d{1,15}$/.test(after) ? Number(after) : parts.runtime.store.events.lastId();
    // A HEAD asks for the headers alone: a stream that nobody reads would never end.
    const body = c.req.method === 'HEAD' ? null : eventStream(parts, filter, cursor);
    return new Response(body, {
      headers: {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
        // Proxies must not hold events back.
        'X-Accel-Buffering': 'no',
      },
    });
  });
}

function eventStream(
  { runtime, closing }: AppParts,
  filter: EventFilter,
  cursor: number,
): ReadableStream<Uint8Array> {
  let leave = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const encoder = new TextEncoder();
        let isOpen = true;
        const send = (text: string) => {
          if (!isOpen) return;
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) < -mostUnread) end();
        };
        const unfollow = runtime.journal.follow((rows) => {
          for (const row of rows) if (matches(row, filter)) send(sseMessage(row));
        });
        const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMs);
        leave = () => {
          isOpen = false;
          unfollow();
          clearInterval(heartbeat);
          closing.removeEventListener('abort', end);
        };
        const end = () => {
          leave();
          controller.close();
        };
        closing.addEventListener('abort', end);
        send(
          `retry: 2000\n\n${readEvents(runtime.store, filter, cursor, mostUnread).rows.map(sseMessage).join('')}`,
        );
      },
      cancel: () => leave(),
    },
    { highWaterMark: 64 * 1024, size: (chunk) => chunk?.byteLength ?? 0 },
  );
}

function sseMessage(row: EventRow): string {
  return `id: ${row.id}\nevent: ${row.type}\ndata: ${JSON.stringify(journalEvent(row))}\n\n`;
}
