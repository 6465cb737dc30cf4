import { z } from 'zod';
import { eventTypes } from '../journal/event-type.ts';
import { readEvents } from '../journal/follow.ts';
import type { Patience } from '../journal/waits.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { EventRow } from '../store/events.ts';
import type { EventFilter, EventPage } from '../store/events-matching.ts';
import { ControlError } from './control-error.ts';
import { unknownType } from './event-filter.ts';
import { eventAnswer, eventShape } from './event-shapes.ts';
import { cursor, mobileNumber, pageOf, paging, wait } from './input.ts';
import { operation } from './operation.ts';

export const eventPage = z
  .object({ data: z.array(eventAnswer).readonly(), cursor: z.string() })
  .describe('Events, oldest first, and the cursor to continue from');

const types = z
  .string()
  .superRefine((text, context) => {
    const message = unknownType(text, eventTypes);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .transform((text) => [...new Set(text.split(','))]);

export const eventOperations = {
  listEvents: operation({
    method: 'get',
    path: '/events',
    summary: 'The event log after a cursor, oldest first; with `wait`, as soon as an event matches',
    query: z.strictObject({
      limit: paging.limit,
      after: cursor
        .optional()
        .describe('Only events after this one; one above the newest is from an earlier run, so all are new'),
      wait: wait.optional(),
      type: types.optional().describe('One type, or several separated by commas'),
      invoice_no: z.string().optional(),
      transaction_id: z
        .string()
        .regex(/^\d{1,15}$/, 'must be a number')
        .optional(),
      mobile_number: mobileNumber.optional(),
      account: z.string().optional(),
    }),
    refusals: [410],
    answer: eventPage,
    run: async ({ runtime }, { query, signal }) => {
      const filter = {
        types: query.type,
        invoiceNo: query.invoice_no,
        transactionId: query.transaction_id === undefined ? undefined : Number(query.transaction_id),
        mobileNumber: query.mobile_number,
        accountId: query.account,
      };
      const { limit } = pageOf(query);
      const after = runtime.journal.resumeAt(query.after ?? 0);
      refuseGap(runtime, after);
      const past = await readEvents(runtime.journal, {
        filter,
        after,
        limit,
        hasLeft: () => signal.aborted,
      });
      const isThere = past.rows.length > 0;
      const page = isThere
        ? past
        : await nextPage(runtime, filter, past.cursor, limit, { waitMs: query.wait ?? 0, signal });
      return { data: page.rows.map(eventShape), cursor: String(page.cursor) };
    },
  }),
};

/** Continuing after a deleted event would silently skip others. */
function refuseGap({ journal }: Runtime, after: number): void {
  const droppedTo = journal.gapAfter(after);
  if (droppedTo === undefined) return;
  throw new ControlError(
    410,
    'EVENTS_DROPPED',
    `after: the events behind ${after} up to ${droppedTo} are no longer kept (setting retention.events). Continue from ${droppedTo}.`,
  );
}

/** Waits for the first matching events after a cursor. Returns an empty page when the time is up. */
async function nextPage(
  { journal }: Runtime,
  wants: EventFilter,
  after: number,
  limit: number,
  patience: Patience,
): Promise<EventPage> {
  const answer = (found: readonly EventRow[]): EventPage | undefined => {
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    return last && { rows, cursor: rows.length === limit ? last.id : journal.told };
  };
  const words = `events ${JSON.stringify([wants, after, limit])}`;
  const page = await journal.waits.next({ words, wants, after, answer }, patience);
  return page ?? { rows: [], cursor: Math.max(after, journal.told) };
}
