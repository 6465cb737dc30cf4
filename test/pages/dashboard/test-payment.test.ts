import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import { nobodyAnswers } from '../../support/nobody-answers.ts';
import { started } from '../../support/started.ts';

function asked(url: string, gateway: string, headers: Record<string, string> = {}) {
  return fetch(`${url}/_sandbox/test-payments`, {
    method: 'POST',
    body: new URLSearchParams({ gateway }),
    headers,
  });
}

async function shopUrl(url: string, gateway: string): Promise<string> {
  const answer = await asked(url, gateway);
  const text = await answer.text();
  expect(answer.status).toBe(200);
  return /http-equiv="refresh" content="0;url=([^"]*)"/.exec(text)?.[1] ?? text;
}

test('A test payment starts the demo shop once, and leads to its checkout with the gateway chosen', async () => {
  const sandbox = await started();
  const address = await shopUrl(sandbox.url, 'aggregator');
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/en\/checkout\?gateway=aggregator$/);
  const page = await (await fetch(address)).text();
  expect(page).toMatch(/value="aggregator"[^>]* checked/);
  const again = await shopUrl(sandbox.url, 'walletA');
  expect(new URL(again).origin).toBe(new URL(address).origin);
  await sandbox.stop();
  await nobodyAnswers(address);
});

test('It is paid with the keys that the account has now', async () => {
  const sandbox = await started();
  await shopUrl(sandbox.url, 'cardgw');
  await fetch(`${sandbox.controlUrl}/accounts/demo/renew`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ what: 'api_key' }),
  });
  const { origin } = new URL(await shopUrl(sandbox.url, 'cardgw'));
  const ordered = await fetch(`${origin}/en/orders`, {
    method: 'POST',
    body: new URLSearchParams({ gateway: 'cardgw' }),
    redirect: 'manual',
  });
  expect(ordered.headers.get('location')).toContain(`${sandbox.url}/checkout?token=`);
});

test('A port that is taken is no obstacle', async () => {
  const { taken, sandbox } = await besideTakenPort();
  expect(new URL(await shopUrl(sandbox.url, 'cardgw')).port).not.toBe(String(taken));
});

/** A sandbox with a taken port after its own. Its own port may be taken too: then with another pair. */
async function besideTakenPort(): ReturnType<typeof tryBeside> {
  for (let left = 20; left > 0; left -= 1) {
    const pair = await tryBeside().catch(() => undefined);
    if (pair) return pair;
  }
  return tryBeside();
}

async function tryBeside() {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.on('listening', resolve));
  // A listening server has an address with a port.
  const taken = (other.address() as AddressInfo).port;
  return { taken, sandbox: await started({ port: taken - 1 }) };
}

test('An unknown gateway is a 404, and a sandbox that does not listen offers none', async () => {
  const sandbox = await started();
  expect((await asked(sandbox.url, 'nobody')).status).toBe(404);
  const silent = await freshSandbox();
  expect((await silent.fetch('/_sandbox/')).text).not.toContain('test-payments');
});

test.each([
  ['[::1]', 200],
  ['app.localhost', 200],
  ['sandbox.example', 503],
])('At %s the answer is %i: the shop listens on this machine only', async (host, status) => {
  const sandbox = await started({ allow_hosts: ['sandbox.example'] });
  const { port } = new URL(sandbox.url);
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const answered = await new Promise((resolve, reject) => {
    request(`${sandbox.url}/_sandbox/test-payments`, {
      method: 'POST',
      headers: { ...form, Host: `${host}:${port}` },
    })
      .on('response', (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end('gateway=cardgw');
  });
  expect(answered).toBe(status);
});
