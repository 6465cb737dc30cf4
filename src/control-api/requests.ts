import { z } from 'zod';
import type { Runtime } from '../runtime/runtime.ts';
import { errorCode } from '../settings/kinds.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { isAfter } from '../store/requests-after.ts';
import { gatewayName, listAnswer, requestAnswer } from './answers.ts';
import { notFound } from './control-error.ts';
import { cursor, gatewayOf, idOf, invoiceNumber, listOf, pageOf, paging, wait } from './input.ts';
import { cursorOf, cursorPattern, logEnd, placeOf } from './log-place.ts';
import { operation } from './operation.ts';
import { replayed } from './replay.ts';
import { requestShape } from './shapes.ts';

const afterWhy = 'must be a cursor from an earlier response';
const after = z.union([cursor, z.string().regex(cursorPattern, afterWhy)], afterWhy);

const requestPage = listAnswer(requestAnswer)
  .extend({ cursor: z.string().describe('For `after`; it stays valid over resets, restores, and restarts') })
  .describe('A page of the request log, and the cursor from which `after` continues');

/** The log of the merchant API. */
export const requestOperations = {
  listRequests: operation({
    method: 'get',
    path: '/requests',
    summary:
      'The log of the merchant API, newest first, with masked secrets; with `wait`, as soon as there is a match',
    query: z.strictObject({
      ...paging,
      after: after
        .optional()
        .describe(
          'Only requests after this one: an id, which a reset starts over, or the `cursor` of an answer',
        ),
      wait: wait.optional(),
      gateway: gatewayName.optional(),
      code: errorCode.optional().describe('An error code of the answer'),
      account: z.string().optional(),
    }),
    answer: requestPage,
    run: async ({ runtime }, { query, signal }) => {
      const page = pageOf(query);
      const filter = {
        accountId: query.account,
        gateway: gatewayOf(runtime.names, query.gateway),
        code: query.code,
      };
      const look = () => ({
        rows: newer(runtime, query.after, runtime.store.requests.list(filter, page)),
        cursor: cursorOf(runtime, logEnd(runtime)),
      });
      const found = await runtime.journal.waits.wait(
        {
          words: `requests ${JSON.stringify([filter, page, query.after])}`,
          wants: 'requests',
          look: () => someOf(look()),
        },
        { waitMs: query.wait ?? 0, signal },
      );
      const { rows, cursor: next } = found ?? look();
      const list = listOf(
        rows,
        page,
        ({ id }) => id,
        (row) => requestShape(runtime, row),
      );
      return { ...list, cursor: next };
    },
  }),

  getRequest: operation({
    method: 'get',
    path: '/requests/:id',
    summary: 'One request with its decision trace: each check, what was expected and what arrived',
    answer: requestAnswer,
    refusals: [404],
    run: ({ runtime }, { params }) => {
      const row = runtime.store.requests.get(idOf(params.id, 'request'));
      if (!row) throw notFound('request', params.id);
      return requestShape(runtime, row);
    },
  }),

  replayRequest: operation({
    method: 'post',
    path: '/requests/:id/replay',
    summary: 'Replays a logged request with the current keys of its account',
    body: z.strictObject({ invoice_no: invoiceNumber.optional() }),
    answer: requestAnswer,
    status: 201,
    refusals: [404],
    run: async ({ runtime }, { params, body }) => {
      const row = runtime.store.requests.get(idOf(params.id, 'request'));
      if (!row) throw notFound('request', params.id);
      return requestShape(runtime, await replayed(runtime, row, body.invoice_no));
    },
  }),
};

/** An id above the newest one is from before a reset, so everything is newer. */
function newer(runtime: Runtime, after: number | string | undefined, rows: readonly LoggedRequest[]) {
  if (typeof after === 'string') {
    const place = placeOf(runtime, after);
    const resumed = { ...place, event: runtime.journal.resumeAt(place.event) };
    return rows.filter((row) => isAfter(resumed, row));
  }
  if (after === undefined || after > runtime.store.requests.log.lastId) return rows;
  return rows.filter(({ id }) => id > after);
}

function someOf<Found extends { readonly rows: readonly unknown[] }>(found: Found): Found | undefined {
  return found.rows.length > 0 ? found : undefined;
}
