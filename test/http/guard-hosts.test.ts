import { describe, expect, it } from 'vitest';
import { healthPath } from '../../src/http/guard.ts';
import { freshSandbox } from '../support/fresh.ts';
import { exchanged, parsedAnswer } from '../support/raw-socket.ts';
import { allRoutes, filled, statusOf } from '../support/routes.ts';
import { sharedSandbox } from '../support/shared.ts';
import { share } from '../support/spread.ts';

const routes = await allRoutes();

const allowed = [
  'localhost',
  'localhost:4700',
  'LOCALHOST:1',
  'shop.localhost',
  'a.b.localhost:4700',
  '127.0.0.1',
  '127.0.0.1:4700',
  '[::1]',
  '[::1]:4700',
  'named.example',
  'Named.Example:8080',
];
const refused = [
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '127.0.0.1.nip.io',
  '127.0.0.2',
  '0.0.0.0',
  '10.0.0.1',
  '[::2]',
  '[::ffff:127.0.0.1]',
  'sub.named.example',
  'named.example.evil.example',
];
/** Names that no public DNS server resolves: containers and compose services. */
const onlyForTheApi = [
  'host.docker.internal',
  'host.docker.internal:4700',
  'sandbox',
  'gateway-sandbox:4700',
  'my_app',
];

describe('Host allowlist on every request of every zone', () => {
  it('covers every zone', () => {
    expect(new Set(routes.map(({ zone }) => zone))).toEqual(new Set(['api', 'tester', 'customer']));
    expect(routes.length).toBeGreaterThan(50);
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'POST /api/v1/transaction/walletA/verify',
        'POST /checkout/pay',
        'GET /_sandbox/',
        'GET /_sandbox/events',
        'GET /_sandbox/health',
        'POST /_sandbox/api/reset',
        'PATCH /_sandbox/api/settings',
      ]),
    );
  });

  const shared = sharedSandbox({ allowedHosts: ['named.example'] });

  it.each(routes.filter(({ path }) => path !== healthPath))('$method $path', async (route) => {
    const sandbox = shared();
    const turn = routes.indexOf(route);
    for (const host of share(allowed, turn, 4)) {
      expect((await statusOf(sandbox, route, {}, host)).code, host).not.toBe('HOST_NOT_ALLOWED');
    }
    for (const host of share(refused, turn, 4)) {
      expect(await statusOf(sandbox, route, {}, host), host).toMatchObject({
        status: 403,
        code: 'HOST_NOT_ALLOWED',
      });
    }
    for (const host of share(onlyForTheApi, turn, 2)) {
      const { code } = await statusOf(sandbox, route, {}, host);
      expect(code === 'HOST_NOT_ALLOWED', host).toBe(route.zone !== 'api');
    }
  });
});

describe('The raw header is compared, not a parsed URL', () => {
  const paths = [
    '/_sandbox/',
    '/_sandbox/api/otps',
    '/checkout?token=token-1',
    '/api/v1/transaction/walletA/verify',
    '/',
  ];

  it.each([
    '',
    ' ',
    ':4700',
    'localhost:',
    'localhost:4700:1',
    'localhost:999999',
    'localhost:x',
    'localhost, evil.example',
    'localhost evil.example',
    'evil.example#localhost',
    'evil.example/localhost',
    'evil.example?localhost',
    'user@localhost',
    'localhost@evil.example',
    'evil.example\\localhost',
    'loc%61lhost',
    'localhost%00.evil.example',
    '127.1',
    '2130706433',
    '0x7f000001',
    '017700000001',
    '[::1',
    '::1',
    '[::1]evil.example',
    '[::1%25lo]',
    '１２７.0.0.1',
    'localhost\u00ad',
    'http://localhost',
    'evil.example:80@localhost',
  ])('Host: %j is refused', async (host) => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    for (const path of paths) {
      // The merchant API accepts any word that could be a service name.
      if (path.startsWith('/api') && /^\w+$/.test(host)) continue;
      const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      const { status, body } = parsedAnswer(await exchanged(url, Buffer.from(head, 'utf8')));
      expect([400, 403], `${path}: ${body}`).toContain(status);
    }
  });

  it.each([
    ['no Host', 'GET /_sandbox/ HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['HTTP/1.0 without Host', 'GET /_sandbox/api/otps HTTP/1.0\r\n\r\n'],
    [
      'an absolute target with another Host',
      'GET http://localhost/_sandbox/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    ],
    [
      'two Hosts, the evil one first',
      'GET /_sandbox/ HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    ],
    [
      'X-Forwarded-Host does not count',
      'GET /_sandbox/ HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: localhost\r\nConnection: close\r\n\r\n',
    ],
    [
      'Forwarded does not count',
      'GET /_sandbox/ HTTP/1.1\r\nHost: evil.example\r\nForwarded: host=localhost\r\nConnection: close\r\n\r\n',
    ],
  ])('%s: refused', async (_what, head) => {
    const sandbox = await freshSandbox();
    const { status, body } = parsedAnswer(await exchanged(await sandbox.listen(), head));
    expect([400, 403], body).toContain(status);
  });

  it('a right one is let in over the same socket', async () => {
    const sandbox = await freshSandbox();
    const head = 'GET /_sandbox/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    expect(parsedAnswer(await exchanged(await sandbox.listen(), head)).status).toBe(200);
  });

  it('the refusal shows at most 100 characters of the name', async () => {
    const sandbox = await freshSandbox();
    const { status, json } = await sandbox.fetch(`http://${'x.'.repeat(60)}example/_sandbox/`);
    expect(status).toBe(403);
    expect(json.error).toEqual({
      code: 'HOST_NOT_ALLOWED',
      message: `The host "${'x.'.repeat(50)}" is not allowed here. Start with --allow-host NAME to allow it.`,
    });
  });
});

describe('A path that is written in another way reaches no other zone', () => {
  it.each([
    '/api/../_sandbox/api/reset',
    '/api/%2e%2e/_sandbox/api/reset',
    '/checkout/../_sandbox/api/reset',
    '/assets/..%2f_sandbox/api/reset',
    '//_sandbox/api/reset',
    '/_sandbox/api//reset',
    '/%5fsandbox/api/reset',
    '/_SANDBOX/api/reset',
    '\\_sandbox\\api\\reset',
    'http://localhost/_sandbox/api/reset',
  ])('POST %s by another site changes nothing', async (target) => {
    const sandbox = await freshSandbox();
    await filled(sandbox);
    const url = await sandbox.listen();
    const head = `POST ${target} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
    const { status } = parsedAnswer(await exchanged(url, head));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(sandbox.runtime.store.transactions.get(100_001)).toBeDefined();
  });
});
