import type { Hono } from 'hono';
import type { AppEnv } from '../connection.ts';
import type { AppParts } from '../parts.ts';
import { notFound } from './control-error.ts';
import { idOf, listOf, pageOf } from './input.ts';
import { requestShape } from './shapes.ts';

export function requestRoutes(app: Hono<AppEnv>, { runtime }: AppParts): void {
  const { store, names } = runtime;

  app.get('/requests', (c) => {
    const page = pageOf(c);
    const gateway = c.req.query('gateway');
    const filter = {
      accountId: c.req.query('account'),
      gateway: gateway === undefined ? undefined : (names.gateway(gateway) ?? gateway),
      code: c.req.query('code'),
    };
    const rows = store.requests.list(filter, page);
    return c.json(
      listOf(
        rows,
        page,
        ({ id }) => id,
        (row) => requestShape(runtime, row),
      ),
    );
  });

  app.get('/requests/:id', (c) => {
    const row = store.requests.get(idOf(c.req.param('id'), 'request'));
    if (!row) throw notFound('request', c.req.param('id'));
    return c.json(requestShape(runtime, row));
  });
}
