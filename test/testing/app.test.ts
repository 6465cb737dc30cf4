import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Hono } from 'hono';
import { test as base, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { StartOptions } from '../../src/index.ts';
import { startApp } from '../../src/testing/app.ts';
import type { AppOptions } from '../../src/testing/app-options.ts';
import { type SandboxFixtures, sandboxFixtures } from '../../src/vitest.ts';
import { testFolder } from '../support/data-file.ts';
import { callAs } from '../support/merchant-app.ts';
import { nobodyAnswers } from '../support/nobody-answers.ts';
import { packageUser } from '../support/package-user.ts';
import { started } from '../support/started.ts';

const inFolder = (files: Readonly<Record<string, string>>) => {
  const user = packageUser();
  for (const [name, text] of Object.entries(files)) user.write(name, text);
  return user.folder;
};

async function running(options: AppOptions, start: StartOptions = {}) {
  const sandbox = await started(start);
  const app = await startApp(sandbox, options);
  onTestFinished(() => app.stop());
  return { sandbox, app };
}

function stubbed(variables: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

const textOf = async (url: string) => (await fetch(url)).text();

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

describe('A hostile app', () => {
  test('does not command the terminal that shows why it failed', async () => {
    const sandbox = await started();
    const script = 'console.log("\\x1b[31mred\\x1b[2J\\x1b]8;;http://x\\x07\\u202e"); process.exit(3)';
    const failed = await startApp(sandbox, { app: [process.execPath, '-e', script] }).catch(
      (error: unknown) => String(error),
    );
    expect(failed).toMatch(/ended with exit code 3[\s\S]*It printed:\nred/);
    // The message quotes the command line, in which these characters are escaped.
    expect(failed).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  });

  test('that is slow to end holds the process that waits for its end', async () => {
    const script = 'require("node:net").createServer().listen(process.env.PORT, "127.0.0.1")';
    const { app } = await running({ app: [process.execPath, '-e', script] });
    const children = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
    const before = children();
    const stopping = app.stop();
    expect(children()).toBe(before + 1);
    await stopping;
  });
});

describe('An app that is a command', () => {
  const server = `
    const { createServer } = require('node:http');
    createServer((request, response) => response.end(JSON.stringify(process.env))).listen(process.env.PORT, process.argv[2]);`;

  test.each([
    ['in the shell', 'node server.cjs'],
    ['as a program with arguments', ['node', 'server.cjs']],
    ['on the IPv6 loopback alone', 'node server.cjs ::1'],
  ])('%s: finds the sandbox and its port in its environment', async (_title, app) => {
    const { sandbox, app: own } = await running({
      app: app as AppOptions['app'],
      cwd: inFolder({ 'server.cjs': server }),
      env: { PAYMENTS: '{SANDBOX_URL}/api/v1', KEY: '{API_KEY}', OTHER: '{NO_SUCH}' },
    });
    expect(JSON.parse(await textOf(own.url))).toMatchObject({
      PORT: String(own.port),
      SANDBOX_URL: sandbox.url,
      GATEWAY_URL: sandbox.url,
      GATEWAY_SECRET_KEY: 'demo_secret_key',
      PAYMENTS: `${sandbox.url}/api/v1`,
      KEY: 'demo_api_key',
      OTHER: '{NO_SUCH}',
    });
    await own.stop();
    await nobodyAnswers(own.url);
  });

  test('trusts a sandbox with HTTPS and has its token, like a command of exec', async () => {
    stubbed({ XDG_DATA_HOME: testFolder(), NODE_EXTRA_CA_CERTS: '/etc/ssl/company.pem' });
    const calling = `
      const { createServer } = require('node:http');
      const { GATEWAY_URL, GATEWAY_SANDBOX_TOKEN, NODE_EXTRA_CA_CERTS, PORT } = process.env;
      createServer(async (request, response) => {
        const { status } = await fetch(GATEWAY_URL + '/_sandbox/health');
        response.end([status, GATEWAY_SANDBOX_TOKEN, NODE_EXTRA_CA_CERTS].join(' '));
      }).listen(PORT);`;
    const { sandbox, app } = await running(
      { app: ['node', '-e', calling] },
      { https: true, token: 'token-of-the-test' },
    );
    expect(await textOf(app.url)).toBe(`200 token-of-the-test ${sandbox.ca}`);
    expect(sandbox.token).toBe('token-of-the-test');
    expect(readFileSync(sandbox.ca ?? '', 'utf8')).toContain('BEGIN CERTIFICATE');
  });

  test('keeps the certificates of its user with a sandbox without HTTPS', async () => {
    stubbed({ NODE_EXTRA_CA_CERTS: '/etc/ssl/company.pem' });
    const { sandbox, app } = await running({ app: ['node', '-e', server] });
    const environment = JSON.parse(await textOf(app.url));
    expect(environment.NODE_EXTRA_CA_CERTS).toBe('/etc/ssl/company.pem');
    expect(environment).not.toHaveProperty('GATEWAY_SANDBOX_TOKEN');
    expect([sandbox.ca, sandbox.token]).toEqual([undefined, undefined]);
  });

  test('one that ends before it listens is told with what it printed', async () => {
    const sandbox = await started();
    const cwd = inFolder({ 'broken.cjs': 'console.error("no database"); process.exit(3)' });
    await expect(startApp(sandbox, { app: 'node broken.cjs', cwd })).rejects.toThrow(
      /^The app \(node broken\.cjs\) ended with exit code 3 before it listened on port \d+\.\nIt printed:\nno database$/,
    );
  });

  test('one that is not there, or never listens on PORT, is told in words', async () => {
    const sandbox = await started();
    await expect(startApp(sandbox, { app: ['/no/such/program'] })).rejects.toThrow('cannot be started');
    const never = { app: ['node', '-e', 'setInterval(() => {}, 1e6)'], startTimeoutMs: 200 } as const;
    await expect(startApp(sandbox, never)).rejects.toThrow('it must take its port from PORT');
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
