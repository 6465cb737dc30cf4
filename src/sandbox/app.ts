import { Hono } from 'hono';
import { streamRoutes } from '../control-api/stream.ts';
import { version } from '../host/paths.ts';
import { followAddress } from '../http/asked-address.ts';
import { type AppEnv, connectionOf, isMerchantApi, writtenPath } from '../http/connection.ts';
import { guard, healthPath, isAllowedHost } from '../http/guard.ts';
import { ownErrors } from '../http/own-errors.ts';
import type { AppParts } from '../http/parts.ts';
import { dataHeaders, sandboxHeader } from '../http/security-headers.ts';
import { seeOther } from '../http/see-other.ts';
import { storageFailureOf } from '../http/storage-failure.ts';
import { failedCall, merchantApi, misdirected } from '../merchant-api/routes.ts';
import { assetRoutes } from '../pages/assets.ts';
import { checkoutPages } from '../pages/checkout/routes.ts';
import { dashboardPages } from '../pages/dashboard/routes.ts';
import { toolPages } from '../pages/dashboard/tools.ts';
import { inboxPages } from '../pages/inbox/routes.ts';
import { notFoundPage } from '../pages/not-found.ts';
import { messagePage } from '../pages/pages.ts';
import { signInPage } from '../pages/sign-in.ts';

/** Every route of the sandbox: merchant API, hosted checkout, tester's pages and control API. */
export function createApp(parts: AppParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ getPath: writtenPath });
  // Before the guard, so that its refusals carry the header too.
  app.use('/_sandbox/api/*', async (c, next) => {
    await next();
    c.header(sandboxHeader, version);
  });
  app.use('*', guard(parts.options, signInPage, misdirected(parts.runtime, parts.options.trustProxy)));
  const { askedAddress } = parts.options;
  if (askedAddress) app.use('*', followAddress(askedAddress, parts.options));
  merchantApi(app, parts.runtime, parts.options.trustProxy);
  for (const path of ['/checkout/*', '/_sandbox/*']) app.use(path, ownErrors);
  assetRoutes(app);
  checkoutPages(app, parts);
  inboxPages(app, parts);
  dashboardPages(app, parts);
  toolPages(app, parts);
  streamRoutes(app, parts);
  controlRoutes(app, parts);
  app.get('/', () => seeOther('/_sandbox/'));
  app.get('/favicon.ico', () => seeOther(`/assets/${version}/favicon.svg`));
  app.notFound((c) =>
    c.req.path.startsWith('/_sandbox/') ? notFoundPage(c, parts.runtime) : messagePage(c, 404, 'noPage'),
  );
  app.onError((error, c) => {
    const failure = storageFailureOf(parts.runtime, error);
    if (isMerchantApi(c.req.path)) return failedCall(parts.runtime);
    return failure === undefined ? messagePage(c, 500, 'failed') : messagePage(c, 503, 'notStored', failure);
  });
  return app;
}

function controlRoutes(app: Hono<AppEnv>, parts: AppParts): void {
  app.get(healthPath, (c) => {
    const { host } = connectionOf(c);
    const [status, body] = healthOf(parts, isAllowedHost(host, 'tester', parts.options.allowedHosts));
    return c.json(body, status, dataHeaders);
  });
  app.get('/_sandbox/openapi/merchant.json', async (c) => {
    const { merchantDocument } = await import('../control-api/openapi/merchant.ts');
    return c.json(merchantDocument(), 200, dataHeaders);
  });
  let control: Promise<Hono<AppEnv>> | undefined;
  app.all('/_sandbox/api/*', async (c) => {
    control ??= import('../control-api/api.ts').then(({ controlApi }) => controlApi(parts));
    return (await control).fetch(c.req.raw, c.env);
  });
}

/**
 * 503 while nothing can be stored. The reason names a file, so only this machine may see it: not the network,
 * and not a page with a rebound host name.
 */
function healthOf({ runtime, options }: AppParts, isOurHost: boolean) {
  const { failure } = runtime.store.health;
  if (failure === undefined) return [200, { status: 'ok', version }] as const;
  const message = options.token === undefined && isOurHost ? { message: failure } : {};
  return [503, { status: 'failing', version, ...message }] as const;
}
