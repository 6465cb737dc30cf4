import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Job } from '../../callbacks/begin-attempt.ts';
import { hold, release } from '../../callbacks/hold.ts';
import type { Outbox } from '../../callbacks/outbox.ts';
import { type Resend, resendJob } from '../../callbacks/resend.ts';
import { waitFor } from '../../journal/follow.ts';
import type { Runtime } from '../../runtime.ts';
import { judgeMerchantUrl } from '../../spec/merchant-url.ts';
import type { Callback } from '../../store/callbacks.ts';
import type { AppEnv } from '../connection.ts';
import type { AppParts } from '../parts.ts';
import { ControlError, notFound } from './control-error.ts';
import { idOf, jsonBody, listOf, pageOf, waitMsOf } from './input.ts';
import { callbackShape } from './shapes.ts';

export function callbackRoutes(app: Hono<AppEnv>, { runtime, outbox }: AppParts): void {
  const { store } = runtime;

  app.get('/callbacks', (c) => {
    const page = pageOf(c);
    const transactionId = c.req.query('transaction_id');
    const filter = {
      transactionId: transactionId === undefined ? undefined : idOf(transactionId, 'transaction'),
      invoiceNo: c.req.query('invoice_no'),
      status: c.req.query('status'),
      accountId: c.req.query('account'),
    };
    const rows = store.callbacks.list(filter, page);
    return c.json(
      listOf(
        rows,
        page,
        ({ id }) => id,
        (row) => callbackShape(runtime, row),
      ),
    );
  });

  app.get('/callbacks/:id', (c) => c.json(existing(runtime, c.req.param('id'))));
  app.post('/callbacks/resend', (c) => resentFailed(c, runtime, outbox));
  app.post('/callbacks/:id/resend', (c) => resent(c, runtime, outbox));
  app.post('/callbacks/settled', (c) => settled(c, runtime, outbox));
  app.post('/callbacks/:id/hold', (c) => moved(c, runtime, hold, 'Only a pending callback can be held.'));
  app.post('/callbacks/:id/release', (c) =>
    moved(c, runtime, release, 'Only a held callback can be released.'),
  );
}

async function settled(c: Context<AppEnv>, runtime: Runtime, outbox: Outbox) {
  const accountId = c.req.query('account') ?? null;
  const look = () => (unsettled(runtime, outbox, accountId).length === 0 ? true : undefined);
  if (await waitFor(runtime.journal, look, waitMsOf(c), c.req.raw.signal)) return c.json({ settled: true });
  const pending = unsettled(runtime, outbox, accountId);
  throw new ControlError(409, 'NOT_SETTLED', `Still pending: ${pending.join(', ')}.`);
}

/** Callbacks of an account, or of all, that are pending or under way; some of them when there are many. */
function unsettled({ store }: Runtime, outbox: Outbox, accountId: string | null): number[] {
  const isMine = (id: number) => accountId === null || store.callbacks.get(id)?.accountId === accountId;
  return [...new Set([...store.callbacks.pending(accountId, 20), ...outbox.busyWith.filter(isMine)])];
}

async function moved(c: Context<AppEnv>, runtime: Runtime, move: typeof hold, refusal: string) {
  const { id } = existing(runtime, c.req.param('id') ?? '');
  if (!(await runtime.store.commit(() => move(runtime, Number(id)))))
    throw new ControlError(409, 'ALREADY_DECIDED', refusal);
  return c.json(existing(runtime, id));
}

const resendSchema = z.strictObject({
  url: z
    .string()
    .refine((text) => 'url' in judgeMerchantUrl(text, () => false), 'must be an absolute http or https URL')
    .optional(),
  fields: z.record(z.string(), z.string().nullable()).optional(),
  sign: z.boolean().optional(),
});

/** Sends it once more; `settled` tells when that is done. */
async function resent(c: Context<AppEnv>, runtime: Runtime, outbox: Outbox) {
  const resend = await jsonBody(c, resendSchema);
  const id = c.req.param('id') ?? '';
  const job = resendOf(runtime, stored(runtime, id), resend);
  if (!job) throw new ControlError(409, 'UNREADABLE', 'What is stored of this callback cannot be sent.');
  outbox.ask(job);
  return c.json(existing(runtime, id), 202);
}

const failedSinceSchema = z.strictObject({ failed_since: z.iso.datetime({ offset: true }) });

/** Sends every callback once more that was given up since a time. */
async function resentFailed(c: Context<AppEnv>, runtime: Runtime, outbox: Outbox) {
  const { failed_since: since } = await jsonBody(c, failedSinceSchema);
  const failed = runtime.store.callbacks.exhaustedSince(Date.parse(since));
  const jobs = failed.flatMap((callback) => resendOf(runtime, callback, {}) ?? []);
  for (const job of jobs) outbox.ask(job);
  return c.json({ data: jobs.map(({ callbackId }) => String(callbackId)) }, 202);
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
