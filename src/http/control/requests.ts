import { z } from 'zod';
import { errorCodes } from '../../settings-schema.ts';
import { listAnswer, requestAnswer } from './answers.ts';
import { notFound } from './control-error.ts';
import { gatewayOf, idOf, listOf, pageOf, paging } from './input.ts';
import { operation } from './operation.ts';
import { replayed } from './replay.ts';
import { requestShape } from './shapes.ts';

/** The log of the merchant API. */
export const requestOperations = [
  operation({
    id: 'listRequests',
    method: 'get',
    path: '/requests',
    summary: 'The log of the merchant API, newest first, secrets masked',
    query: z.strictObject({
      ...paging,
      gateway: z.string().optional(),
      code: z.enum(errorCodes).optional(),
      account: z.string().optional(),
    }),
    answer: listAnswer(requestAnswer),
    run: ({ runtime }, { query }) => {
      const page = pageOf(query);
      const filter = {
        accountId: query.account,
        gateway: gatewayOf(runtime.names, query.gateway),
        code: query.code,
      };
      const rows = runtime.store.requests.list(filter, page);
      return listOf(
        rows,
        page,
        ({ id }) => id,
        (row) => requestShape(runtime, row),
      );
    },
  }),

  operation({
    id: 'getRequest',
    method: 'get',
    path: '/requests/:id',
    summary: 'One request with its decision trace: each check, what was expected and what came',
    answer: requestAnswer,
    refusals: [404],
    run: ({ runtime }, { params }) => {
      const row = runtime.store.requests.get(idOf(params.id, 'request'));
      if (!row) throw notFound('request', params.id);
      return requestShape(runtime, row);
    },
  }),

  operation({
    id: 'replayRequest',
    method: 'post',
    path: '/requests/:id/replay',
    summary: 'Sends a logged request once more, with the present keys of its account',
    body: z.strictObject({ invoice_no: z.string().optional() }),
    answer: requestAnswer,
    status: 201,
    refusals: [404],
    run: async ({ runtime }, { params, body }) => {
      const row = runtime.store.requests.get(idOf(params.id, 'request'));
      if (!row) throw notFound('request', params.id);
      return requestShape(runtime, await replayed(runtime, row, body.invoice_no));
    },
  }),
];
