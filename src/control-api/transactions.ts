import { z } from 'zod';
import { timelineOf } from '../journal/timeline.ts';
import { verdictKinds } from '../journal/verdict.ts';
import { judgedPage, mostJudged } from '../journal/verdict-list.ts';
import { storyFile, storyOf } from '../snapshot-file/story.ts';
import { gatewayName, listAnswer, mode, transactionAnswer, transactionStatus } from './answers.ts';
import { notFound } from './control-error.ts';
import { storyAnswer, timelineShape } from './event-shapes.ts';
import { gatewayOf, idOf, pageOf, paging } from './input.ts';
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
      verdict: z
        .enum(verdictKinds)
        .optional()
        .describe(
          `How the payment stands. One page looks at the newest ${mostJudged.toLocaleString('en')} payments at most, so it may have fewer rows than \`limit\` and still a \`next\`.`,
        ),
    }),
    answer: listAnswer(transactionAnswer),
    run: ({ runtime }, { query }) => {
      const filter = {
        invoiceNo: query.invoice_no,
        gateway: gatewayOf(runtime.names, query.gateway),
        status: query.status,
        mode: query.mode,
        accountId: query.account,
      };
      const { rows, next } = judgedPage(runtime.store, filter, pageOf(query), query.verdict);
      return {
        data: rows.map(({ transaction, verdict }) => transactionShape(runtime, transaction, verdict)),
        next: next === undefined ? null : String(next),
      };
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

  exportStory: operation({
    method: 'get',
    path: '/transactions/:id/story',
    summary:
      'One transaction with all its records, without keys: a file that another sandbox opens as it was',
    answer: storyFile,
    refusals: [404],
    run: ({ runtime }, { params }) => {
      const transaction = runtime.store.transactions.get(idOf(params.id, 'transaction'));
      if (!transaction) throw notFound('transaction', params.id);
      return storyOf(runtime, transaction);
    },
  }),
};
