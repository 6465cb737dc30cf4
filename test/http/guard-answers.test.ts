import { beforeAll, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { allRoutes, filled, statusOf } from '../support/routes.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { sharedSandbox } from '../support/shared.ts';

const routes = await allRoutes();
const paths = [...new Set(routes.map(({ path }) => path))];

describe('Every page has the headers that keep it safe, and no answer allows CORS', () => {
  const more = ['/nothing', '/_sandbox/nothing', '/checkout?token=unknown', '/_sandbox/transactions/9'];
  it.each([...paths, ...more])('%s', async (path) => {
    const sandbox = await freshSandbox();
    await filled(sandbox);
    for (const method of ['GET', 'POST']) {
      const { status, headers } = await statusOf(sandbox, { method, path });
      if (!headers.get('content-type')?.startsWith('text/html')) continue;
      const location = headers.get('location');
      const expected = { ...headersOfPage, ...(location !== null && { location }) };
      expect(Object.fromEntries(headers), `${method} ${status}`).toEqual(expected);
    }
    const preflight = {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    };
    for (const method of ['OPTIONS', ...methodsOf(path)]) {
      for (const origin of ['http://evil.example', 'http://localhost:4700', 'null']) {
        const headers = { Origin: origin, ...(method === 'OPTIONS' && preflight) };
        const answer = await statusOf(sandbox, { method, path }, headers);
        const cors = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
        expect(cors, `${method} ${origin}`).toEqual([]);
      }
    }
  });
});

describe('No state changes by GET or HEAD', () => {
  const shared = sharedSandbox();
  let before: unknown;
  beforeAll(async () => {
    before = await stateOf(shared());
  });

  it.each(paths)('%s', async (path) => {
    const sandbox = shared();
    for (const method of ['GET', 'HEAD']) {
      for (const query of [
        '',
        `${path.includes('?') ? '&' : '?'}action=approve&token=token-1&_method=POST`,
      ]) {
        await statusOf(sandbox, { method, path: path + query }, { 'X-HTTP-Method-Override': 'POST' });
      }
    }
    expect(await stateOf(sandbox)).toEqual(before);
  });
});

describe('The headers of pages', () => {
  it('are on the pages', async () => {
    const sandbox = await freshSandbox();
    await filled(sandbox);
    for (const path of [
      '/_sandbox/',
      '/_sandbox/inbox',
      '/checkout?token=token-1',
      '/checkout?token=token-2',
      '/nothing',
    ]) {
      const { headers } = await statusOf(sandbox, { method: 'GET', path });
      expect(headers.get('content-type'), path).toBe('text/html; charset=utf-8');
    }
  });

  it('are on what ends a form: it is neither kept nor sniffed', async () => {
    const sandbox = await freshSandbox();
    await filled(sandbox);
    const body = new URLSearchParams({ token: 'token-1' });
    const { status, headers } = await sandbox.fetch('/checkout/cancel', { method: 'POST', body });
    expect(status).toBe(303);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('What is under /_sandbox holds codes and keys: it is kept by no cache and is no other site’s', () => {
  const reads = routes.filter(
    ({ zone, method, path }) => zone === 'tester' && method === 'GET' && path.startsWith('/_sandbox/'),
  );

  const shared = sharedSandbox();

  it.each(reads.filter(({ path }) => path !== '/_sandbox/health'))('GET $path', async (route) => {
    const { headers } = await statusOf(shared(), route);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});

function methodsOf(path: string): string[] {
  return routes.filter((route) => route.path === path).map(({ method }) => method);
}

const headersOfPage = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Everything that a write could change. */
async function stateOf(sandbox: TestSandbox): Promise<unknown> {
  const names = ['accounts/demo', 'transactions', 'checkouts', 'otps', 'callbacks', 'faults', 'settings'];
  const all = await Promise.all(names.map((name) => sandbox.control(name)));
  for (const [index, { status, text }] of all.entries()) expect(status, `${names[index]}: ${text}`).toBe(200);
  return [sandbox.runtime.clock.state, ...all.map(({ json }) => json)];
}
