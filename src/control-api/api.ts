import { Hono } from 'hono';
import { type AppEnv, writtenPath } from '../http/connection.ts';
import { ownErrors } from '../http/own-errors.ts';
import type { AppParts } from '../http/parts.ts';
import { dataHeaders } from '../http/security-headers.ts';
import { storageFailureOf } from '../http/storage-failure.ts';
import { StoppedError } from '../runtime/stopped-error.ts';
import { ControlError } from './control-error.ts';
import { controlDocument } from './openapi/control.ts';
import { mount } from './operation.ts';
import { controlOperations } from './operations.ts';
import { snapshotFileRoutes } from './snapshot-file.ts';

/** The control API under `/_sandbox/api`. Loaded on first use: most runs never need its validation. */
export function controlApi(parts: AppParts): Hono<AppEnv> {
  // Uses the base path instead of `route()`, because Hono ignores `notFound` of a nested app.
  const app = new Hono<AppEnv>({ getPath: writtenPath }).basePath('/_sandbox/api');
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(dataHeaders)) c.header(name, value);
  });
  app.use(ownErrors);
  mount(app, parts, controlOperations);
  // Generating it takes about 20 ms, and it never changes.
  let document: string | undefined;
  app.get('/openapi.json', (c) => {
    document ??= JSON.stringify(controlDocument());
    return c.body(document, 200, { 'Content-Type': 'application/json' });
  });
  snapshotFileRoutes(app, parts);
  app.get('/backup', (c) =>
    c.body(ReadableStream.from(parts.runtime.store.backup()), 200, {
      'Content-Type': 'application/vnd.sqlite3',
    }),
  );
  app.notFound((c) =>
    c.json({ error: { code: 'NOT_FOUND', message: `There is no ${c.req.method} ${c.req.path}.` } }, 404),
  );
  app.onError((error, c) => {
    if (error instanceof ControlError)
      return c.json({ error: { code: error.code, message: error.message } }, error.status);
    if (error instanceof StoppedError)
      return c.json({ error: { code: 'STOPPING', message: error.message } }, 503);
    const message = storageFailureOf(parts.runtime, error);
    if (message !== undefined) return c.json({ error: { code: 'STORAGE_FAILED', message } }, 503);
    return c.json({ error: { code: 'INTERNAL', message: error.message } }, 500);
  });
  return app;
}
