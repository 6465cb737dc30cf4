import { z } from 'zod';
import { timelineOf } from '../journal/timeline.ts';
import { gatewayName, listAnswer, mode, transactionAnswer, transactionStatus } from './answers.ts';
import { notFound } from './control-error.ts';
import { storyAnswer, timelineShape } from './event-shapes.ts';
import { gatewayOf, idOf, listOf, pageOf, paging } from './input.ts';
import { operation } from './operation.ts';
import { transactionShape } from './shapes.ts';

export const transactionOperations = {
  listTransactions: operation({
    method: 'get',
    path: '/transactions',
    summary: 'The transactions, newest first',
    query: z.strictObject({
      ...paging,
      invoice_no: z.string().optional(),
      gateway: gatewayName.optional(),
      status: transactionStatus.optional(),
      mode: mode.optional(),
      account: z.string().optional(),
    }),
    answer: listAnswer(transactionAnswer),
    run: ({ runtime }, { query }) => {
      const page = pageOf(query);
      const filter = {
        invoiceNo: query.invoice_no,
        gateway: gatewayOf(runtime.names, query.gateway),
        status: query.status,
        mode: query.mode,
        accountId: query.account,
      };
      const rows = runtime.store.transactions.list(filter, page);
      return listOf(
        rows,
        page,
        ({ id }) => id,
        (row) => transactionShape(runtime, row),
      );
    },
  }),

  getTransaction: operation({
    method: 'get',
    path: '/transactions/:id',
    summary: 'One transaction with its timeline: everything that happened to it, in order',
    answer: storyAnswer,
    refusals: [404],
    run: ({ runtime }, { params }) => {
      const transaction = runtime.store.transactions.get(idOf(params.id, 'transaction'));
      if (!transaction) throw notFound('transaction', params.id);
      return {
        ...transactionShape(runtime, transaction),
        timeline: timelineOf(runtime.store, transaction.id).map(timelineShape),
      };
    },
  }),
};
