import { Agent, request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { exchanged, parsedAnswer } from '../support/raw-socket.ts';
import { allRoutes, filled, type Route } from '../support/routes.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { dumper } from './dump.ts';

const routes = await allRoutes();

const strangeHosts = [
  '127.1',
  '127.0.1',
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
  '127.0.0.1.',
  '0.0.0.0',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  'localhost.',
  'localhost..',
  'localhost.evil.example',
  'evil.example.',
  'evil.example:PORT',
  'LOCALHOST.EVIL.EXAMPLE',
  'xn--lcalhost-54a',
  'xn--localhost.example',
  '127.0.0.1.nip.io',
  '169.254.169.254',
  'localhost:PORT:PORT',
  'localhost:0x1',
  'localhost,evil.example',
];
/** The headers of a request that another site's page made a browser send. */
const byAnotherSite: Readonly<Record<string, string>>[] = [
  { Origin: 'null' },
  { Origin: 'http://localhost:3000' },
  { Origin: 'https://localhost:PORT' },
  { Origin: 'http://127.0.0.1:PORT' },
  { Origin: 'http://localhost:PORT', 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
  { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' },
  { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
  { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'fencedframe' },
  {
    Origin: 'http://evil.example',
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'websocket',
    'Sec-Fetch-Dest': 'websocket',
  },
];

it('No route answers to a Host that is not one of ours, however it is written', async () => {
  const { dump, ask } = await victim();
  const before = dump();
  for (const route of routes) {
    for (const Host of strangeHosts) {
      if (route.zone === 'api' && isServiceName(Host)) continue;
      // Probes use host names that the sandbox does not know: test/http/guard-health.
      if (route.path === '/_sandbox/health') continue;
      // 400 comes from Node's server, which checks the header first.
      expect([400, 403], `${route.method} ${route.path} ${Host}`).toContain(await ask(route, { Host }));
    }
  }
  expect(dump()).toEqual(before);
});

it('No route but the checkout’s pages answers to what another site’s page makes a browser send', async () => {
  const { dump, ask } = await victim();
  const before = dump();
  for (const route of routes) {
    // The merchant API only accepts its keys, which no browser sends automatically.
    if (route.zone === 'api') continue;
    for (const headers of byAnotherSite) {
      // Customers come from the merchant's page. Embedding and loading are blocked by CSP and CORP.
      if (route.zone === 'customer' && route.method === 'GET' && !isForeign(headers.Origin)) continue;
      const status = await ask(route, { Host: 'localhost:PORT', ...headers });
      expect(status, `${route.method} ${route.path} ${JSON.stringify(headers)}`).toBe(403);
    }
  }
  expect(dump()).toEqual(before);
});

it('The merchant API gives another site’s page nothing without the keys, and no page can send them', async () => {
  const { ask, dump } = await victim(['requests', 'sqlite_sequence']);
  const before = dump();
  for (const route of routes.filter(({ zone }) => zone === 'api')) {
    for (const headers of byAnotherSite) {
      const status = await ask(route, { Host: 'localhost:PORT', ...headers });
      expect([401, 404, 405], `${route.method} ${route.path}`).toContain(status);
    }
  }
  expect(dump()).toEqual(before);
});

it.each([
  ['two Hosts, ours first', 'GET /_sandbox/ HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n'],
  ['two Hosts, both ours', 'GET /_sandbox/ HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n'],
  ['a target of another host', 'GET http://evil.example/_sandbox/ HTTP/1.1\r\nHost: localhost\r\n'],
  ['a target with a user', 'GET http://localhost@evil.example/_sandbox/ HTTP/1.1\r\nHost: localhost\r\n'],
  ['a Host in the second line', 'GET /_sandbox/ HTTP/1.1\r\nHost: evil.example\r\n localhost\r\n'],
  ['a tunnel', 'CONNECT evil.example:80 HTTP/1.1\r\nHost: localhost\r\n'],
])('%s: a request must name one allowed host', async (_what, head) => {
  const sandbox = await freshSandbox();
  const text = await exchanged(await sandbox.listen(), `${head}Connection: close\r\n\r\n`);
  // A tunnel is closed without an answer.
  if (text === '') expect(head).toMatch(/^CONNECT /);
  else expect([400, 403], text).toContain(parsedAnswer(text).status);
});

it.each(['http://localhost', 'http://LOCALHOST'])('a target %s with the same Host is fine', async (base) => {
  const sandbox = await freshSandbox();
  const head = `GET ${base}/_sandbox/ HTTP/1.1\r\nHost: ${base.slice(7)}\r\nConnection: close\r\n\r\n`;
  expect(parsedAnswer(await exchanged(await sandbox.listen(), head)).status).toBe(200);
});

it('What a header says twice counts as neither', async () => {
  const sandbox = await freshSandbox();
  await filled(sandbox);
  const url = await sandbox.listen();
  const { host } = new URL(url);
  const before = dumper(sandbox)();
  for (const twice of [
    `Origin: http://${host}\r\nOrigin: http://evil.example`,
    `Origin: http://${host}\r\nOrigin: http://${host}`,
    'Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site',
  ]) {
    const head = `POST /_sandbox/api/reset HTTP/1.1\r\nHost: ${host}\r\n${twice}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
    expect(parsedAnswer(await exchanged(url, head)).status, twice).toBe(403);
  }
  expect(dumper(sandbox)()).toEqual(before);
});

interface Victim {
  /** Sends a request with only these headers and returns the status. `PORT` is the sandbox's. */
  readonly ask: (route: Route, headers: Readonly<Record<string, string>>) => Promise<number>;
  readonly dump: ReturnType<typeof dumper>;
  readonly sandbox: TestSandbox;
}

/** A sandbox with one of everything that listens. */
async function victim(without: readonly string[] = []): Promise<Victim> {
  const sandbox = await freshSandbox();
  await filled(sandbox);
  const { hostname, port } = new URL(await sandbox.listen());
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const ask: Victim['ask'] = ({ method, path }, headers) =>
    new Promise((resolve, reject) => {
      const sent = Object.entries(headers).map(([name, value]) => [name, value.replaceAll('PORT', port)]);
      const options = { hostname, port, method, path, agent, setHost: false };
      const asked = request({ ...options, headers: Object.fromEntries(sent) }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      });
      asked.on('error', reject);
      asked.end();
    });
  return { ask, sandbox, dump: dumper(sandbox, without) };
}

function isForeign(origin: string | undefined): boolean {
  return origin !== undefined && origin !== 'http://localhost:PORT';
}

/** A single-word name could be a service in a container network, which may call the API. */
function isServiceName(host: string): boolean {
  return /^[a-z][a-z0-9_-]*$/i.test(host);
}
