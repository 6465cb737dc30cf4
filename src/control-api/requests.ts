import { z } from 'zod';
import type { Runtime } from '../runtime/runtime.ts';
import { errorCode } from '../settings/kinds.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { gatewayName, listAnswer, requestAnswer } from './answers.ts';
import { notFound } from './control-error.ts';
import { cursor, gatewayOf, idOf, invoiceNumber, listOf, pageOf, paging, wait } from './input.ts';
import { operation } from './operation.ts';
import { replayed } from './replay.ts';
import { requestShape } from './shapes.ts';

/** The log of the merchant API. */
export const requestOperations = {
  listRequests: operation({
    method: 'get',
    path: '/requests',
    summary:
      'The log of the merchant API, newest first, with masked secrets; with `wait`, as soon as there is a match',
    query: z.strictObject({
      ...paging,
      after: cursor.optional().describe('Only requests after this one; a reset starts their ids over'),
      wait: wait.optional(),
      gateway: gatewayName.optional(),
      code: errorCode.optional().describe('An error code of the answer'),
      account: z.string().optional(),
    }),
    answer: listAnswer(requestAnswer),
    run: async ({ runtime }, { query, signal }) => {
      const page = pageOf(query);
      const filter = {
        accountId: query.account,
        gateway: gatewayOf(runtime.names, query.gateway),
        code: query.code,
      };
      const { after } = query;
      const rows = await runtime.journal.waits.wait(
        {
          words: `requests ${JSON.stringify([filter, page, after])}`,
          wants: 'requests',
          look: () => someOf(newer(runtime, after, runtime.store.requests.list(filter, page))),
        },
        { waitMs: query.wait ?? 0, signal },
      );
      return listOf(
        rows ?? [],
        page,
        ({ id }) => id,
        (row) => requestShape(runtime, row),
      );
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

/** A cursor above the newest id is from before a reset, so everything is newer. */
function newer({ store }: Runtime, after: number | undefined, rows: readonly LoggedRequest[]) {
  if (after === undefined || after > store.requests.log.lastId) return rows;
  return rows.filter(({ id }) => id > after);
}

function someOf<Row>(rows: readonly Row[]): readonly Row[] | undefined {
  return rows.length > 0 ? rows : undefined;
}
