import { type Context, type Handler, Hono, type Next } from 'hono';
import { version } from '../host/paths.ts';
import { type AppEnv, isMerchantCall, writtenPath } from '../http/connection.ts';
import { ownErrors } from '../http/own-errors.ts';
import type { AppParts } from '../http/parts.ts';
import { seeOther } from '../http/see-other.ts';
import { storageFailureOf } from '../http/storage-failure.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { withAccount } from './account-query.ts';
import { assetRoutes } from './assets.ts';
import { checkoutPages } from './checkout/routes.ts';
import { dashboardPages } from './dashboard/routes.ts';
import { toolPages } from './dashboard/tools.ts';
import { inboxPages } from './inbox/routes.ts';
import { notFoundPage } from './not-found.ts';
import { messagePage } from './pages.ts';
import { readerOf } from './reader.ts';

/**
 * Every page: hosted checkout, phone, and dashboard, with what they load. Loaded when the first one is opened.
 * `answerCall` gets the API calls whose base URL is wrong, so that the log and `doctor --client` show them.
 */
export function site(parts: AppParts, answerCall: Handler<AppEnv>): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ getPath: writtenPath });
  app.use('*', ownErrors);
  app.use('/_sandbox/*', keptInRedirects);
  assetRoutes(app);
  checkoutPages(app, parts);
  inboxPages(app, parts);
  dashboardPages(app, parts);
  toolPages(app, parts);
  app.get('/', () => seeOther('/_sandbox/'));
  app.get('/favicon.ico', () => seeOther(`/assets/${version}/favicon.svg`));
  app.all('*', (c, next) => (isMerchantCall(c) ? answerCall(c, next) : next()));
  app.notFound((c) =>
    c.req.path.startsWith('/_sandbox/') ? notFoundPage(c, parts.runtime) : messagePage(c, 404, 'noPage'),
  );
  app.onError((error, c) => errorPage(c, parts.runtime, error));
  return app;
}

/** Redirects keep the chosen account, as links and forms do. */
async function keptInRedirects(c: Context<AppEnv>, next: Next): Promise<void> {
  await next();
  const to = c.res.headers.get('Location');
  if (to !== null) c.res.headers.set('Location', withAccount(to, readerOf(c).account));
}

export function errorPage(c: Context<AppEnv>, runtime: Runtime, error: Error): Response {
  const failure = storageFailureOf(runtime, error);
  return failure === undefined ? messagePage(c, 500, 'failed') : messagePage(c, 503, 'notStored', failure);
}
