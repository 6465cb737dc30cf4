import type { Context, Hono } from 'hono';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { seeOther } from '../../http/see-other.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { choiceRoutes } from '../choice-routes.ts';
import { exportRoutes } from '../export/routes.ts';
import { notFoundPage } from '../not-found.ts';
import { page } from '../pages.ts';
import { readerOf } from '../reader.ts';
import { callbackPages } from './callback-routes.ts';
import { chipsRoute } from './chips-route.ts';
import { requestList, transactionList } from './filters.ts';
import { helpPages } from './help-pages.ts';
import { idOf } from './id-of.ts';
import { listContent } from './list-content.ts';
import { overviewModel } from './overview.ts';
import { requestPages } from './request-routes.ts';
import { searchRoute } from './search.ts';
import { testPaymentRoute } from './test-payment.ts';
import { transactionPage } from './transaction-page.ts';

/** The API documentation's account dashboard, plus lists for developers: transactions, requests, callbacks. */
export function dashboardPages(app: Hono<AppEnv>, parts: AppParts): void {
  const { runtime } = parts;
  app.get('/_sandbox', () => seeOther('/_sandbox/'));
  app.get('/_sandbox/', (c) => page(c, 200, 'dashboard/overview', overviewModel(parts, readerOf(c))));

  app.get('/_sandbox/transactions', (c) =>
    page(c, 200, 'dashboard/transactions', listContent(c, runtime, transactionList, 'parts/payments')),
  );
  app.get('/_sandbox/transactions/:id', (c) => oneTransaction(c, runtime));
  app.get('/_sandbox/requests', (c) =>
    page(c, 200, 'dashboard/requests', listContent(c, runtime, requestList, 'parts/calls')),
  );
  choiceRoutes(app);
  chipsRoute(app, parts);
  searchRoute(app, parts);
  testPaymentRoute(app, parts);
  requestPages(app, parts);
  callbackPages(app, parts);
  exportRoutes(app, parts);
  helpPages(app, parts);
}

function oneTransaction(c: Context<AppEnv>, runtime: Runtime): Response {
  const transaction = runtime.store.transactions.get(idOf(c));
  if (!transaction) return notFoundPage(c, runtime);
  return page(c, 200, 'dashboard/transaction', transactionPage(runtime, readerOf(c), transaction));
}
