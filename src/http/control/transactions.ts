import type { Hono } from 'hono';
import { timelineOf } from '../../journal/timeline.ts';
import type { AppEnv } from '../connection.ts';
import type { AppParts } from '../parts.ts';
import { notFound } from './control-error.ts';
import { idOf, listOf, pageOf } from './input.ts';
import { transactionShape } from './shapes.ts';

export function transactionRoutes(app: Hono<AppEnv>, { runtime }: AppParts): void {
  const { store, names } = runtime;

  app.get('/transactions', (c) => {
    const page = pageOf(c);
    const gateway = c.req.query('gateway');
    const filter = {
      invoiceNo: c.req.query('invoice_no'),
      gateway: gateway === undefined ? undefined : (names.gateway(gateway) ?? gateway),
      status: c.req.query('status'),
      mode: c.req.query('mode'),
      accountId: c.req.query('account'),
    };
    const rows = store.transactions.list(filter, page);
    return c.json(
      listOf(
        rows,
        page,
        ({ id }) => id,
        (row) => transactionShape(runtime, row),
      ),
    );
  });

  app.get('/transactions/:id', (c) => {
    const transaction = store.transactions.get(idOf(c.req.param('id'), 'transaction'));
    if (!transaction) throw notFound('transaction', c.req.param('id'));
    return c.json({ ...transactionShape(runtime, transaction), timeline: timelineOf(store, transaction.id) });
  });
}
