import type { Hono } from 'hono';
import { hold, release } from '../../callbacks/hold.ts';
import type { Outbox } from '../../callbacks/outbox.ts';
import { waitFor } from '../../journal/follow.ts';
import type { Runtime } from '../../runtime.ts';
import type { AppEnv } from '../connection.ts';
import type { AppParts } from '../parts.ts';
import { ControlError, notFound } from './control-error.ts';
import { idOf, listOf, pageOf, waitMsOf } from './input.ts';
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

  app.post('/callbacks/settled', async (c) => {
    const settled = await waitFor(
      runtime.journal,
      () => isSettled(runtime, outbox),
      waitMsOf(c),
      c.req.raw.signal,
    );
    if (settled) return c.json({ settled: true });
    const pending = store.callbacks.pending();
    throw new ControlError(409, 'NOT_SETTLED', `Still pending: ${pending.slice(0, 20).join(', ')}.`);
  });

  app.post('/callbacks/:id/hold', async (c) => {
    const id = Number(existing(runtime, c.req.param('id')).id);
    if (await store.commit(() => hold(runtime, id))) return c.json(existing(runtime, String(id)));
    throw new ControlError(409, 'ALREADY_DECIDED', 'Only a pending callback can be held.');
  });

  app.post('/callbacks/:id/release', async (c) => {
    const id = Number(existing(runtime, c.req.param('id')).id);
    if (await store.commit(() => release(runtime, id))) return c.json(existing(runtime, String(id)));
    throw new ControlError(409, 'ALREADY_DECIDED', 'Only a held callback can be released.');
  });
}

function isSettled(runtime: Runtime, outbox: Outbox): true | undefined {
  return outbox.busy.size === 0 && runtime.store.callbacks.pending().length === 0 ? true : undefined;
}

function existing(runtime: Runtime, id: string) {
  const callback = runtime.store.callbacks.get(idOf(id, 'callback'));
  if (!callback) throw notFound('callback', id);
  return callbackShape(runtime, callback);
}
