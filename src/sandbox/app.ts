import { Hono } from 'hono';
import { streamRoutes } from '../control-api/stream.ts';
import { packageFile } from '../host/package-files.ts';
import { version } from '../host/paths.ts';
import { followAddress } from '../http/asked-address.ts';
import { type AppEnv, connectionOf, isMerchantCall, writtenPath } from '../http/connection.ts';
import { guard, healthPath, isAllowedHost } from '../http/guard.ts';
import { ownErrors } from '../http/own-errors.ts';
import type { AppParts } from '../http/parts.ts';
import { dataHeaders, sandboxHeader } from '../http/security-headers.ts';
import { failedCall, merchantApi, misdirected } from '../merchant-api/routes.ts';
import { missingFiles } from './missing-files.ts';

/**
 * Every route of the sandbox: merchant API, hosted checkout, tester's pages, and control API. The pages and the
 * control API are loaded by their first request: a start takes a tenth longer with them, and 7 MB more.
 */
export function createApp(parts: AppParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ getPath: writtenPath });
  const pages = () => import('../pages/site.ts');
  // Before the guard, so that its refusals carry the header too.
  app.use('/_sandbox/api/*', async (c, next) => {
    await next();
    c.header(sandboxHeader, version);
  });
  app.use(
    '*',
    guard(
      parts.options,
      async (c, status) => (await import('../pages/refusal.ts')).refusalPage(c, status),
      misdirected(parts.runtime, parts.options.trustProxy),
    ),
  );
  const { alarms } = parts.runtime;
  app.use('*', (_, next) => alarms.catchUp()?.then(next) ?? next());
  const { askedAddress } = parts.options;
  if (askedAddress) app.use('*', followAddress(askedAddress, parts.options));
  const answerCall = merchantApi(app, parts);
  app.use('/_sandbox/*', ownErrors);
  streamRoutes(app, parts);
  controlRoutes(app, parts);
  let site: Hono<AppEnv> | undefined;
  app.notFound(async (c) => {
    const loaded = await pages();
    site ??= loaded.site(parts, answerCall);
    return site.fetch(c.req.raw, c.env);
  });
  app.onError(async (error, c) => {
    if (isMerchantCall(c)) return failedCall(parts.runtime);
    return missingFiles(c, error) ?? (await pages()).errorPage(c, parts.runtime, error);
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
  app.get('/_sandbox/llms.txt', (c) => c.text(packageFile('llms.txt'), 200, dataHeaders));
  let control: Hono<AppEnv> | undefined;
  app.all('/_sandbox/api/*', async (c) => {
    const { controlApi } = await import('../control-api/api.ts');
    control ??= controlApi(parts);
    return control.fetch(c.req.raw, c.env);
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
