import type { Context, Hono } from 'hono';
import { hold, release } from '../../callbacks/hold.ts';
import type { Runtime } from '../../runtime.ts';
import type { PageRequest } from '../../store/statements.ts';
import type { AppEnv } from '../connection.ts';
import { messagePage, page } from '../pages.ts';
import type { AppParts } from '../parts.ts';
import { testerFrame } from '../tester-frame.ts';
import type { ListPage } from '../tester-models.ts';
import { callbackDetail, requestDetail, transactionDetail } from './details.ts';
import { overviewModel } from './overview.ts';
import { callbackRow, requestRow, transactionRow } from './rows.ts';

const rowsOnAPage = 50;

/** What the document calls the account dashboard, and what a developer needs beside it: transactions, requests, callbacks. */
export function dashboardPages(app: Hono<AppEnv>, { runtime }: AppParts): void {
  const { store } = runtime;

  app.get('/_sandbox', (c) => c.redirect('/_sandbox/', 302));
  app.get('/_sandbox/', (c) => page(c, 200, 'dashboard/overview', overviewModel(runtime)));

  app.get('/_sandbox/transactions', (c) => {
    const rows = store.transactions.list({}, pageOf(c)).map((each) => transactionRow(runtime, each));
    return page(c, 200, 'dashboard/transactions', listModel(runtime, 'transactions', 'Transactions', rows));
  });
  app.get('/_sandbox/requests', (c) => {
    const rows = store.requests.list({}, pageOf(c)).map(requestRow);
    return page(c, 200, 'dashboard/requests', listModel(runtime, 'requests', 'Requests', rows));
  });
  app.get('/_sandbox/callbacks', (c) => {
    const rows = store.callbacks.list({}, pageOf(c)).map((each) => callbackRow(runtime, each));
    return page(c, 200, 'dashboard/callbacks', listModel(runtime, 'callbacks', 'Callbacks', rows));
  });

  app.get('/_sandbox/transactions/:id', (c) => {
    const transaction = store.transactions.get(idOf(c));
    if (!transaction) return messagePage(c, 404, 'noPage');
    return page(c, 200, 'dashboard/detail', transactionDetail(runtime, transaction));
  });
  app.get('/_sandbox/requests/:id', (c) => {
    const row = store.requests.get(idOf(c));
    if (!row) return messagePage(c, 404, 'noPage');
    return page(c, 200, 'dashboard/detail', requestDetail(runtime, row));
  });
  app.get('/_sandbox/callbacks/:id', (c) => {
    const callback = store.callbacks.get(idOf(c));
    if (!callback) return messagePage(c, 404, 'noPage');
    return page(c, 200, 'dashboard/detail', callbackDetail(runtime, callback));
  });

  app.post('/_sandbox/callbacks/:id/hold', (c) => move(c, hold));
  app.post('/_sandbox/callbacks/:id/release', (c) => move(c, release));

  async function move(c: Context<AppEnv>, action: typeof hold): Promise<Response> {
    const id = idOf(c);
    await store.commit(() => action(runtime, id));
    return c.redirect(`/_sandbox/callbacks/${id}`, 303);
  }
}

function listModel<Row extends { readonly id: string }>(
  runtime: Runtime,
  section: 'transactions' | 'requests' | 'callbacks',
  title: string,
  rows: readonly Row[],
): ListPage<Row> {
  const last = rows.at(-1);
  const olderHref =
    last && rows.length === rowsOnAPage ? `/_sandbox/${section}?before=${last.id}` : undefined;
  return { ...testerFrame(runtime, section, title), rows, olderHref };
}

function pageOf(c: Context<AppEnv>): PageRequest {
  const before = c.req.query('before') ?? '';
  return { before: /^\d{1,15}$/.test(before) ? Number(before) : Number.MAX_SAFE_INTEGER, limit: rowsOnAPage };
}

/** The id of the path, or one that nothing has. */
function idOf(c: Context<AppEnv>): number {
  const id = c.req.param('id') ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
}
