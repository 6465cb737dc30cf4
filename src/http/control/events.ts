import type { Context, Hono } from 'hono';
import { type EventFilter, readEvents, waitFor } from '../../journal/follow.ts';
import { journalEvent } from '../../journal/journal.ts';
import { normalMobileNumber } from '../../spec/mobile-number.ts';
import type { AppEnv } from '../connection.ts';
import { eventFilter } from '../event-filter.ts';
import type { AppParts } from '../parts.ts';
import { invalid } from './control-error.ts';
import { pageOf, waitMsOf, wholeNumber } from './input.ts';

export function eventRoutes(app: Hono<AppEnv>, { runtime }: AppParts): void {
  app.get('/events', async (c) => {
    const filter: EventFilter = eventFilter((name) => c.req.query(name), normalMobileNumber);
    if (Number.isNaN(filter.transactionId)) throw invalid('transaction_id', 'must be a number');
    const { limit } = pageOf(c);
    let cursor = wholeNumber(c, 'after', 0);
    const look = () => {
      const page = readEvents(runtime.store, filter, cursor, limit);
      // What was looked at and did not match is not looked at again.
      cursor = page.cursor;
      return page.rows.length > 0 ? page : undefined;
    };
    const page = await waitFor(runtime.journal, look, waitMsOf(c), signalOf(c));
    return c.json({ data: (page?.rows ?? []).map(journalEvent), cursor: String(cursor) });
  });
}

function signalOf(c: Context<AppEnv>): AbortSignal {
  return c.req.raw.signal;
}
