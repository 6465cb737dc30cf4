import { z } from 'zod';
import { type EventType, eventTypes } from '../../journal/event-type.ts';
import { readEvents, waitFor } from '../../journal/follow.ts';
import { journalEvent } from '../../journal/journal.ts';
import { nearest } from '../../nearest.ts';
import { time } from './answers.ts';
import { cursor, mobileNumber, pageOf, paging, wait } from './input.ts';
import { operation } from './operation.ts';

/** An event of the journal, with members of its own kind beside these. */
export const eventAnswer = z.looseObject({
  id: z.string(),
  type: z.string(),
  at: time,
  account: z.string().optional(),
  transaction_id: z.string().optional(),
  invoice_no: z.string().optional(),
  mobile_number: z.string().optional(),
  process_id: z.string().optional(),
});

const types = z
  .string()
  .superRefine((text, context) => {
    for (const type of text.split(',')) {
      if (isEventType(type)) continue;
      const meant = nearest(type, eventTypes);
      const known = meant === undefined ? '' : `; did you mean ${meant}?`;
      context.addIssue({
        code: 'custom',
        message: `no event is a ${JSON.stringify(type.slice(0, 100))}${known}`,
      });
    }
  })
  .transform((text) => text.split(','));

export const eventOperations = [
  operation({
    id: 'listEvents',
    method: 'get',
    path: '/events',
    summary: 'The journal after a cursor, oldest first; with `wait`, as soon as an event matches',
    query: z.strictObject({
      limit: paging.limit,
      after: cursor.optional(),
      wait: wait.optional(),
      type: types.optional().describe('One type, or several by comma'),
      invoice_no: z.string().optional(),
      transaction_id: z
        .string()
        .regex(/^\d{1,15}$/, 'must be a number')
        .optional(),
      mobile_number: mobileNumber.optional(),
      account: z.string().optional(),
    }),
    answer: z.object({ data: z.array(eventAnswer).readonly(), cursor: z.string() }),
    run: async ({ runtime }, { query, signal }) => {
      const filter = {
        types: query.type,
        invoiceNo: query.invoice_no,
        transactionId: query.transaction_id === undefined ? undefined : Number(query.transaction_id),
        mobileNumber: query.mobile_number,
        accountId: query.account,
      };
      const { limit } = pageOf(query);
      let after = query.after ?? 0;
      const look = () => {
        const page = readEvents(runtime.store, filter, after, limit);
        // What was looked at and did not match is not looked at again.
        after = page.cursor;
        return page.rows.length > 0 ? page : undefined;
      };
      const page = await waitFor(runtime.journal, look, query.wait ?? 0, signal);
      return { data: (page?.rows ?? []).map(journalEvent), cursor: String(after) };
    },
  }),
];

function isEventType(text: string): text is EventType {
  return eventTypes.some((type) => type === text);
}
