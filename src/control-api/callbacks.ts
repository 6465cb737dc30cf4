import { z } from 'zod';
import type { Job } from '../callbacks/begin-attempt.ts';
import { hold, release } from '../callbacks/hold.ts';
import { type Resend, resendJob, resentCallback } from '../callbacks/resend.ts';
import { judgeMerchantUrl } from '../protocol/merchant-url.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Callback } from '../store/callbacks.ts';
import { attemptAnswer, callbackAnswer, callbackStatus, listAnswer, tampering } from './answers.ts';
import { attemptShape, mostAttempts } from './attempt-shape.ts';
import { ControlError, invalid, notFound } from './control-error.ts';
import { idOf, listOf, pageOf, paging, refuseUnknownAccount, timeWhy, wholeNumber } from './input.ts';
import { operation } from './operation.ts';
import { waitUntilSettled } from './settled.ts';
import { callbackShape, listedCallbackShape } from './shapes.ts';

/** Every attempt stores the bytes that it sent, and no callback is nearly this large. */
const largestBytes = 64 * 1024;

export const resendSchema = z
  .strictObject({
    url: z
      .string()
      .refine((text) => 'url' in judgeMerchantUrl(text, () => false), 'must be an absolute http or https URL')
      .optional(),
    fields: z
      .record(z.string(), z.string().nullable())
      .optional()
      .describe('Other fields: a new text for one, or null to leave it out'),
    sign: z.boolean().optional().describe('Sign the other fields'),
    tamper: tampering.optional().describe('Forge it'),
    copies: z.int().min(1).max(20).optional().describe('How often it is sent'),
    dry_run: z.boolean().optional().describe('Sends nothing: the answer shows what would be sent'),
  })
  .describe('Without any of these, the same bytes go to the same address');

export const callbackOperations = {
  listCallbacks: operation({
    method: 'get',
    path: '/callbacks',
    summary:
      'The callbacks, newest first, with the newest 20 attempts of each; bodies of answers are cut to 1 KiB',
    query: z.strictObject({
      ...paging,
      transaction_id: z.string().optional(),
      invoice_no: z.string().optional(),
      status: callbackStatus.optional(),
      account: z.string().optional(),
    }),
    answer: listAnswer(callbackAnswer),
    run: ({ runtime }, { query }) => {
      const page = pageOf(query);
      const { transaction_id: transaction } = query;
      const filter = {
        transactionId: transaction === undefined ? undefined : idOf(transaction, 'transaction'),
        invoiceNo: query.invoice_no,
        status: query.status,
        accountId: query.account,
      };
      const rows = runtime.store.callbacks.list(filter, page);
      return listOf(
        rows,
        page,
        ({ id }) => id,
        (row) => listedCallbackShape(runtime, row),
      );
    },
  }),

  getCallback: operation({
    method: 'get',
    path: '/callbacks/:id',
    summary: 'One callback with its newest 20 attempts: the exact bytes, the response or the error',
    answer: callbackAnswer,
    refusals: [404],
    run: ({ runtime }, { params }) => existing(runtime, params.id),
  }),

  listAttempts: operation({
    method: 'get',
    path: '/callbacks/:id/attempts',
    summary: 'All attempts of a callback, newest first',
    query: z.strictObject({ ...paging, limit: wholeNumber(1, mostAttempts).default(mostAttempts) }),
    answer: listAnswer(attemptAnswer),
    refusals: [404],
    run: ({ runtime }, { params, query }) => {
      const page = pageOf(query);
      const rows = runtime.store.callbacks.attempts(stored(runtime, params.id).id, page);
      return listOf(rows, page, ({ number }) => number, attemptShape);
    },
  }),

  resendCallback: operation({
    method: 'post',
    path: '/callbacks/:id/resend',
    summary:
      'Resends a callback: the same bytes, or a variant (to another address, edited and signed again, or forged)',
    body: resendSchema,
    answer: callbackAnswer,
    status: 202,
    refusals: [404, 409],
    run: ({ runtime, outbox }, { params, body: { copies = 1, dry_run: isDry, ...resend } }) => {
      const callback = stored(runtime, params.id);
      const job = resendOf(runtime, callback, resend);
      if (!job)
        throw new ControlError(
          409,
          'UNREADABLE',
          'The stored data of this callback is damaged, so it cannot be sent.',
        );
      if (bytesOf(job) > largestBytes)
        throw invalid('fields', `the request would be larger than ${largestBytes} bytes`);
      if (isDry) return callbackShape(runtime, resentCallback(runtime, callback, resend));
      if (!outbox.hasRoomFor(job.callbackId, copies))
        throw new ControlError(
          409,
          'TOO_MANY_WAITING',
          'Too many requests for this callback are waiting for its target. Try again when some have been sent.',
        );
      for (let copy = 0; copy < copies; copy += 1) outbox.ask(job);
      return existing(runtime, params.id);
    },
  }),

  resendFailedCallbacks: operation({
    method: 'post',
    path: '/callbacks/resend',
    summary: 'Resends every callback that failed since a time, or those of one account',
    body: z.strictObject({
      failed_since: z.iso.datetime({ offset: true, error: timeWhy }),
      account: z.string().optional(),
    }),
    answer: z.object({ data: z.array(z.string()).readonly() }),
    status: 202,
    run: ({ runtime, outbox }, { body }) => {
      refuseUnknownAccount(runtime, body);
      const { callbacks } = runtime.store;
      const failed = callbacks.exhaustedSince(Date.parse(body.failed_since), body.account ?? null);
      const jobs = failed.flatMap((callback) => resendOf(runtime, callback, {}) ?? []);
      const fitting = jobs.filter(({ callbackId }) => outbox.hasRoomFor(callbackId, 1));
      for (const job of fitting) outbox.ask(job);
      return { data: fitting.map(({ callbackId }) => String(callbackId)) };
    },
  }),

  waitUntilSettled,

  holdCallback: operation({
    method: 'post',
    path: '/callbacks/:id/hold',
    summary: 'Holds a pending callback until you release it',
    answer: callbackAnswer,
    refusals: [404, 409],
    run: ({ runtime }, { params }) => moved(runtime, params.id, hold, 'Only a pending callback can be held.'),
  }),

  releaseCallback: operation({
    method: 'post',
    path: '/callbacks/:id/release',
    summary: 'Releases a held callback',
    answer: callbackAnswer,
    refusals: [404, 409],
    run: ({ runtime }, { params }) =>
      moved(runtime, params.id, release, 'Only a held callback can be released.'),
  }),
};

async function moved(runtime: Runtime, id: string, move: typeof hold, refusal: string) {
  const callback = stored(runtime, id);
  if (!(await runtime.store.commit(() => move(runtime, callback.id))))
    throw new ControlError(409, 'ALREADY_DECIDED', refusal);
  return existing(runtime, id);
}

/** The size of a changed request's URL and body. 0 when it sends the stored callback. */
function bytesOf({ message }: Job): number {
  return Buffer.byteLength(message?.url ?? '') + Buffer.byteLength(message?.body ?? '');
}

/** Undefined for a row that something else has damaged. */
function resendOf(runtime: Runtime, callback: Callback, resend: Resend): Job | undefined {
  try {
    return resendJob(runtime, callback, resend);
  } catch {
    return undefined;
  }
}

function stored(runtime: Runtime, id: string): Callback {
  const callback = runtime.store.callbacks.get(idOf(id, 'callback'));
  if (!callback) throw notFound('callback', id);
  return callback;
}

function existing(runtime: Runtime, id: string) {
  return callbackShape(runtime, stored(runtime, id));
}
