import { describe, expect, it } from 'vitest';
import { version } from '../../src/host/paths.ts';
import { freshSandbox } from '../support/fresh.ts';
import { allRoutes, filled, type Route } from '../support/routes.ts';
import type { TestSandbox } from '../support/sandbox.ts';

const asset = '/assets/0/sandbox.css';
const routes: Route[] = [
  ...(await allRoutes()),
  { method: 'GET', path: asset, zone: 'customer' },
  { method: 'GET', path: '/nothing', zone: 'tester' },
  { method: 'GET', path: '/_sandbox/transactions/9', zone: 'tester' },
  { method: 'GET', path: '/_sandbox/api/nothing', zone: 'tester' },
  { method: 'GET', path: '/_sandbox/api/otps?wait=never', zone: 'tester' },
  { method: 'GET', path: '/checkout?token=unknown', zone: 'customer' },
  { method: 'POST', path: '/checkout/pay?token=%00', zone: 'customer' },
  { method: 'GET', path: '/checkout/result?token=token-2', zone: 'customer' },
  { method: 'GET', path: '/checkout/return?token=token-2', zone: 'customer' },
];

/** On every answer: other sites cannot load it, and its type is not guessed. */
const onAll = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };
/** Lets clients distinguish a sandbox from another server. */
const onControl = { 'x-gateway-sandbox': version };
const onPages = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
};

/** Different callers: each is answered by another part of the program. */
const situations: Readonly<
  Record<string, { readonly host?: string; readonly headers?: Record<string, string> }>
> = {
  'let in': {},
  'of a rebound host': { host: 'evil.example' },
  'of another site': { headers: { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' } },
  'by a person without the token': { headers: { Accept: 'text/html' } },
};

describe('Every answer has the headers that keep it closed, errors and redirects too', () => {
  it.each(Object.keys(situations))('%s', async (situation) => {
    const token = situation === 'by a person without the token' ? { token: 'token-of-the-test' } : {};
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']) {
      const sandbox = await freshSandbox(token);
      await filledOpen(sandbox);
      for (const { path } of new Map(routes.map((route) => [route.path, route])).values()) {
        // Ends or resets the sandbox.
        if (method === 'POST' && /\/(stop|reset)$/.test(path)) continue;
        const { host = 'localhost:4700', headers = {} } = situations[situation] ?? {};
        const answer = await sandbox.app.request(`http://${host}${path}`, { method, headers });
        await answer.body?.cancel();
        const what = `${method} ${path} ${answer.status}`;
        expect(Object.fromEntries(answer.headers), what).toMatchObject(expectedOf(path, answer));
      }
    }
  });
});

function expectedOf(path: string, { status, headers }: Response): Readonly<Record<string, string>> {
  const isPage = headers.get('content-type')?.startsWith('text/html');
  const isAsset = path === asset && status === 200;
  return {
    ...onAll,
    ...(isPage && onPages),
    ...(path.startsWith('/_sandbox/api/') && onControl),
    'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-store',
  };
}

/** `filled` uses the control API, which may require the token. */
async function filledOpen(sandbox: TestSandbox): Promise<void> {
  if ((await sandbox.control('otps')).status === 200) await filled(sandbox);
}
