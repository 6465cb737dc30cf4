import { Hono } from 'hono';
import { version } from '../paths.ts';
import { assetRoutes } from './assets.ts';
import { checkoutPages } from './checkout/routes.ts';
import { type AppEnv, writtenPath } from './connection.ts';
import { dashboardPages } from './dashboard/routes.ts';
import { toolPages } from './dashboard/tools.ts';
import { guard } from './guard.ts';
import { inboxPages } from './inbox/routes.ts';
import { merchantApi } from './merchant-api/routes.ts';
import { messagePage } from './pages.ts';
import type { AppParts } from './parts.ts';
import { dataHeaders } from './security-headers.ts';
import { streamRoutes } from './stream.ts';

/** Every route of the sandbox: the merchant API, the hosted checkout, the tester's pages and the control API. */
export function createApp(parts: AppParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ getPath: writtenPath });
  app.use('*', guard(parts.options));
  merchantApi(app, parts.runtime, parts.options.trustProxy);
  assetRoutes(app);
  checkoutPages(app, parts);
  inboxPages(app, parts);
  dashboardPages(app, parts);
  toolPages(app, parts);
  streamRoutes(app, parts);
  controlRoutes(app, parts);
  app.get('/', (c) => c.redirect('/_sandbox/', 302));
  app.get('/favicon.ico', (c) => c.redirect(`/assets/${version}/favicon.svg`, 302));
  app.notFound((c) => messagePage(c, 404, 'noPage'));
  app.onError((_error, c) => messagePage(c, 500, 'failed'));
  return app;
}

function controlRoutes(app: Hono<AppEnv>, parts: AppParts): void {
  app.get('/_sandbox/health', (c) => c.json({ status: 'ok', version }));
  app.get('/_sandbox/openapi/merchant.json', async (c) => {
    const { merchantDocument } = await import('./openapi/merchant.ts');
    return c.json(merchantDocument(), 200, dataHeaders);
  });
  let control: Promise<Hono<AppEnv>> | undefined;
  app.all('/_sandbox/api/*', async (c) => {
    control ??= import('./control/api.ts').then(({ controlApi }) => controlApi(parts));
    return (await control).fetch(c.req.raw, c.env);
  });
}
