/**
 * Tests the Testcontainers recipe of docs/ci.md without a container engine: the sandbox runs in its own
 * network namespace, and a proxy publishes its port at a random port of this machine, like Docker. An app on
 * this machine pays through that address, and the callback for `localhost` returns to it. Needs Linux, root,
 * `ip` and `dist/`.
 *
 *     node test/stress/published-port.ts
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { env, execPath, pid } from 'node:process';

const program = join(import.meta.dirname, '../../bin/gateway-sandbox.js');
const [space, link] = [`sandbox-${pid}`, `gs${pid}`];
const [here, there] = ['10.213.77.1', '10.213.77.2'];
const ip = (...args: string[]) => execFileSync('ip', args);

ip('netns', 'add', space);
ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
ip('addr', 'add', `${here}/30`, 'dev', link);
ip('link', 'set', link, 'up');
for (const args of [
  ['addr', 'add', `${there}/30`, 'dev', 'eth0'],
  ['link', 'set', 'eth0', 'up'],
  ['link', 'set', 'lo', 'up'],
])
  ip('-n', space, ...args);
const sandbox = spawn(
  'ip',
  ['netns', 'exec', space, execPath, program, 'start', '--host', '0.0.0.0', '--json'],
  {
    env: {
      ...env,
      GATEWAY_SANDBOX_PUBLIC_URL: 'auto',
      GATEWAY_SANDBOX_TOKEN: 'of-this-run',
      GATEWAY_SANDBOX_CALLBACK_HOST_MAP: `localhost=${here}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const servers: Server[] = [];
try {
  await Promise.race([once(sandbox.stdout, 'data'), once(sandbox, 'exit')]);
  const published = await portOf(
    createServer((socket) => {
      const other = connect(4700, there);
      for (const each of [socket, other]) each.on('error', () => undefined);
      socket.pipe(other).pipe(socket);
    }),
  );
  const callback = Promise.withResolvers<string>();
  const app = await portOf(
    createHttpServer((request, response) => {
      callback.resolve(`${request.method} ${request.headers.host}${request.url?.split('?')[0]}`);
      response.end();
    }),
  );
  const url = `http://localhost:${published}`;
  expectEqual('health', (await fetch(`${url}/_sandbox/health`)).status, 200);
  const checkout = await confirm(url, app);
  expectEqual('redirect_url begins with', checkout.split('/checkout')[0], url);
  expectEqual('its page', (await fetch(checkout)).status, 200);
  const path = `${url}/_sandbox/api/checkouts/${encodeURIComponent(checkout)}/approve`;
  const headers = { Authorization: 'Bearer of-this-run' };
  expectEqual('approved', (await fetch(path, { method: 'POST', headers, body: '{}' })).status, 200);
  expectEqual('callback', await callback.promise, `POST localhost:${app}/callback`);
} finally {
  sandbox.kill();
  for (const server of servers) server.close();
  ip('netns', 'del', space);
}

async function confirm(url: string, app: number): Promise<string> {
  const answer = await fetch(`${url}/api/v1/transaction/aggregator/confirm`, {
    method: 'POST',
    headers: { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key' },
    body: new URLSearchParams({
      invoice_no: 'P-1',
      amount: '25.50',
      mobile_number: '0912345678',
      return_url: `http://localhost:${app}/return`,
      callback_url: `http://localhost:${app}/callback`,
    }),
  });
  // As documented for the API.
  const { result } = (await answer.json()) as { result: { redirect_url: string } };
  return result.redirect_url;
}

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await once(server.listen(0), 'listening');
  // A server that listens on a port has an address of this type.
  return (server.address() as AddressInfo).port;
}

function expectEqual(what: string, actual: unknown, wanted: unknown): void {
  if (actual !== wanted) throw new Error(`${what}: ${actual} instead of ${wanted}`);
  console.log(`${what}: ${actual}`);
}
