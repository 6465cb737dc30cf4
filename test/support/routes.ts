import { Outbox } from '../../src/callbacks/outbox.ts';
import { usualValues } from '../../src/config/member-values.ts';
import { controlApi } from '../../src/control-api/api.ts';
import type { AppParts } from '../../src/http/parts.ts';
import { site } from '../../src/pages/site.ts';
import { rightFields, type TestSandbox, testSandbox } from './sandbox.ts';

export type Zone = 'api' | 'tester' | 'customer';

/** A registered route of the sandbox, with a path that can be requested. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly zone: Zone;
}

/**
 * Every route of the app, the pages, and the control API, from their own lists, so that new ones are included: with all
 * accepted methods, and parameters filled in.
 */
export async function allRoutes(): Promise<Route[]> {
  const sandbox = await testSandbox();
  const parts: AppParts = {
    runtime: sandbox.runtime,
    outbox: new Outbox(sandbox.runtime),
    closing: new AbortController().signal,
    askToStop: () => undefined,
    demoShop: undefined,
    pid: undefined,
    trial: () => {
      throw new Error('no route is called here');
    },
    reset: sandbox.reset,
    options: { ...usualValues, allowedHosts: [], publicOrigin: undefined },
    patchSettings: async () => sandbox.runtime.settings.current,
    moveClock: async () => undefined,
    saveSnapshot: async () => undefined,
    restoreSnapshot: async () => false,
    exportSnapshot: async () => undefined,
    stories: { open: () => Promise.reject(new Error('no stories')), get: () => undefined, list: () => [] },
    importSnapshot: async () => {
      throw new Error('no route is called here');
    },
  };
  const registered = [sandbox.app, site(parts, (c) => c.notFound()), controlApi(parts)].flatMap(
    ({ routes }) => routes,
  );
  await sandbox.stop();
  const routes = registered.filter(({ path }) => path !== '/*' && path !== '*').flatMap(askable);
  // A path with two handlers is one route.
  return [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()];
}

const anyMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function askable({ method, path }: { readonly method: string; readonly path: string }): Route[] {
  const asked = path
    .replace('/assets/:version/:name', '/assets/0/styles.css')
    .replace(/^\/api\/\*$/, '/api/v1/transaction/walletA/verify')
    .replace('/checkout/*', '/checkout/other')
    .replace(/\/\*$/, '/other')
    .replace(':number', '0912345678')
    .replace('/checkouts/:id', '/checkouts/token-1')
    .replace('/accounts/:id', '/accounts/demo')
    .replace(/:\w+(?:\{[^}]*\})?/g, '1');
  const query = asked === '/checkout' || asked === '/checkout/result' ? '?token=token-1' : '';
  const methods = method === 'ALL' ? anyMethod : [method];
  return methods.map((each) => ({ method: each, path: asked + query, zone: zoneOf(asked) }));
}

function zoneOf(path: string): Zone {
  if (path === '/api' || path.startsWith('/api/')) return 'api';
  return path.startsWith('/checkout') || path.startsWith('/assets/') ? 'customer' : 'tester';
}

/** A sandbox with everything the routes need: an open checkout, an active code, a held callback. */
export async function filled(sandbox: TestSandbox, token?: string): Promise<void> {
  const { call } = sandbox;
  const open = await call('localbankcards/confirm', rightFields['localbankcards/confirm']);
  const paid = await call('aggregator/confirm', {
    ...rightFields['aggregator/confirm'],
    invoice_no: 'INV-2',
  });
  const code = await call('walletA/verify', rightFields['walletA/verify']);
  const decided = await sandbox.fetch('/_sandbox/api/checkouts/token-2/approve', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...bearer(token) },
    body: '{"hold":true}',
  });
  for (const answer of [open, paid, code, decided]) if (answer.status !== 200) throw new Error(answer.text);
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

/** Sends a request in process as `host` and discards the body, because a stream would stay open. */
export async function statusOf(
  sandbox: TestSandbox,
  { method, path }: Pick<Route, 'method' | 'path'>,
  headers: Readonly<Record<string, string>> = {},
  host = 'localhost:4700',
): Promise<{ readonly status: number; readonly headers: Headers; readonly code: string | undefined }> {
  const response = await sandbox.app.request(`http://${host}${path}`, { method, headers });
  const isRefused = response.status === 401 || response.status === 403;
  if (!isRefused) await response.body?.cancel();
  const text = isRefused ? await response.text() : '';
  // The format of the guard and of the merchant API. A HEAD has no body.
  const code: string | undefined = text === '' ? undefined : JSON.parse(text).error.code;
  return { status: response.status, headers: response.headers, code };
}
