import { Hono } from 'hono';
import { type AppEnv, writtenPath } from '../connection.ts';
import type { AppParts } from '../parts.ts';
import { dataHeaders } from '../security-headers.ts';
import { accountRoutes } from './accounts.ts';
import { callbackRoutes } from './callbacks.ts';
import { checkoutRoutes } from './checkouts.ts';
import { clockRoutes } from './clock.ts';
import { ControlError } from './control-error.ts';
import { eventRoutes } from './events.ts';
import { faultRoutes } from './faults.ts';
import { otpRoutes } from './otps.ts';
import { replayRoutes } from './replay.ts';
import { requestRoutes } from './requests.ts';
import { signatureRoutes } from './signature.ts';
import { snapshotRoutes } from './snapshots.ts';
import { stateRoutes } from './state.ts';
import { transactionRoutes } from './transactions.ts';

/** The control API, under `/_sandbox/api`. Loaded when it is first asked for: most starts never need its validation. */
export function controlApi(parts: AppParts): Hono<AppEnv> {
  // The base path and not `route()`: of an app inside another one, nobody asks `notFound`.
  const app = new Hono<AppEnv>({ getPath: writtenPath }).basePath('/_sandbox/api');
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(dataHeaders)) c.header(name, value);
  });
  accountRoutes(app, parts);
  otpRoutes(app, parts);
  transactionRoutes(app, parts);
  checkoutRoutes(app, parts);
  callbackRoutes(app, parts);
  clockRoutes(app, parts);
  eventRoutes(app, parts);
  faultRoutes(app, parts);
  requestRoutes(app, parts);
  replayRoutes(app, parts);
  signatureRoutes(app, parts);
  snapshotRoutes(app, parts);
  stateRoutes(app, parts);
  app.notFound((c) =>
    c.json({ error: { code: 'NOT_FOUND', message: `There is no ${c.req.method} ${c.req.path}.` } }, 404),
  );
  app.onError((error, c) => {
    if (error instanceof ControlError)
      return c.json({ error: { code: error.code, message: error.message } }, error.status);
    return c.json({ error: { code: 'INTERNAL', message: error.message } }, 500);
  });
  return app;
}
