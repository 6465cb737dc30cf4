import type { Hono } from 'hono';
import type { AppEnv } from '../http/connection.ts';
import type { AppParts } from '../http/parts.ts';
import { eventTypes } from '../journal/event-type.ts';
import { normalMobileNumber } from '../protocol/mobile-number.ts';
import { invalid } from './control-error.ts';
import { eventFilter, unknownType } from './event-filter.ts';
import { EventStream } from './event-stream.ts';
import { signals } from './sse-message.ts';

/** The journal as Server-Sent Events, from `Last-Event-ID`, else from `after`, else from now. */
export function streamRoutes(app: Hono<AppEnv>, parts: AppParts): void {
  app.get('/_sandbox/events', (c) => {
    const wrong = unknownType(c.req.query('type') || eventTypes[0], [...eventTypes, ...signals]);
    // A stream of a type that does not exist would stay silent for ever.
    if (wrong !== undefined) {
      const { code, message } = invalid('type', wrong);
      return c.json({ error: { code, message } }, 400);
    }
    const filter = eventFilter((name) => c.req.query(name), normalMobileNumber);
    const after = c.req.header('last-event-id') ?? c.req.query('after') ?? '';
    const { journal } = parts.runtime;
    const cursor = /^\d{1,15}$/.test(after) ? journal.resumeAt(Number(after)) : journal.lastId;
    // In-process requests have no connection.
    const hangUp = () => void c.env?.incoming?.socket.destroy();
    // HEAD needs only the headers: a stream that nobody reads would never end.
    const body = c.req.method === 'HEAD' ? null : new EventStream(parts, { filter, cursor, hangUp }).body;
    return new Response(body, {
      headers: {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
        // Keep proxies from buffering events.
        'X-Accel-Buffering': 'no',
      },
    });
  });
}
