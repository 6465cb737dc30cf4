import { createServer } from 'node:http';
import { Hono } from 'hono';
import { test as base, describe, expect, test } from 'vitest';
import { startApp } from '../../src/testing/app.ts';
import type { AppOptions } from '../../src/testing/app-options.ts';
import { type SandboxFixtures, sandboxFixtures } from '../../src/vitest.ts';
import { callAs } from '../support/merchant-app.ts';
import { started } from '../support/started.ts';
import { running, textOf } from './running-app.ts';

describe('An app that is a function', () => {
  test('a listener of node:http, which knows the sandbox and its own address', async () => {
    const { sandbox, app } = await running({
      app: ({ url, account }, own) =>
        createListener((path) => [path, url, account.apiKey, own.url, own.port].join(' ')),
    });
    expect(await textOf(`${app.url}/hello`)).toBe(
      `/hello ${sandbox.url} demo_api_key ${app.url} ${app.port}`,
    );
  });

  test('an object with fetch, such as a Hono app', async () => {
    const { app } = await running({
      app: async () => ({ fetch: (request: Request) => new Response(new URL(request.url).pathname) }),
    });
    expect(await textOf(`${app.url}/hono`)).toBe('/hono');
  });

  test('another value is refused in words', async () => {
    const sandbox = await started();
    // JavaScript can return what the type forbids.
    const app = (() => undefined) as unknown as AppOptions['app'];
    await expect(startApp(sandbox, { app })).rejects.toThrow(
      'app: the function must return a request listener or an object with fetch, not undefined.',
    );
  });
});

test('its types fit `test.extend` of Vitest, and a Hono app', () => {
  const test = base.extend<SandboxFixtures>(sandboxFixtures({ app: () => new Hono() }));
  const body = ({ app, sandbox }: SandboxFixtures) => [app.url, sandbox.url];
  // The test is that it compiles. A test inside a test never runs.
  expect(() => test('never', (fixtures) => void body(fixtures))).toThrow();
});

test('a payment by an app of one’s own uses the sandbox', async () => {
  const { sandbox, app } = await running({
    app: (gateway) =>
      createListener(async () => {
        const fields = { mobile_number: '0912345678', birth_year: '1990', amount: '10.00' };
        return String((await callAs({ ...gateway }, 'walletA/verify', fields)).status);
      }),
  });
  expect(await textOf(app.url)).toBe('200');
  expect((await sandbox.otp('0912345678')).status).toBe('active');
});

function createListener(answer: (path: string) => string | Promise<string>) {
  const server = createServer(async (request, response) => {
    response.end(await answer(request.url ?? ''));
  });
  return (request: unknown, response: unknown) => server.emit('request', request, response);
}
