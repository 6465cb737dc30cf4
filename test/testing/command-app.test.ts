import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startApp } from '../../src/testing/app.ts';
import type { AppOptions } from '../../src/testing/app-options.ts';
import { hostThatTakes } from '../../src/testing/command-app.ts';
import { testFolder } from '../support/data-file.ts';
import { nobodyAnswers } from '../support/nobody-answers.ts';
import { packageUser } from '../support/package-user.ts';
import { started } from '../support/started.ts';
import { running, textOf, toldOnStderr } from './running-app.ts';

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
    const own = join(inFolder({ 'company.pem': '# of the company' }), 'company.pem');
    stubbed({ XDG_DATA_HOME: testFolder(), NODE_EXTRA_CA_CERTS: own });
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
    const [status, token, authorities = ''] = (await textOf(app.url)).split(' ');
    expect([status, token]).toEqual(['200', 'token-of-the-test']);
    const local = readFileSync(sandbox.ca ?? '', 'utf8');
    expect(readFileSync(authorities, 'utf8')).toBe(`${local}# of the company\n`);
    expect(sandbox.token).toBe('token-of-the-test');
    expect(local).toContain('BEGIN CERTIFICATE');
  });

  test('keeps the certificates of its user with a sandbox without HTTPS', async () => {
    stubbed({ NODE_EXTRA_CA_CERTS: '/etc/ssl/company.pem' });
    const { sandbox, app } = await running({ app: ['node', '-e', server] });
    const environment = JSON.parse(await textOf(app.url));
    expect(environment.NODE_EXTRA_CA_CERTS).toBe('/etc/ssl/company.pem');
    expect(environment).not.toHaveProperty('GATEWAY_SANDBOX_TOKEN');
    expect([sandbox.ca, sandbox.token]).toEqual([undefined, undefined]);
  });

  test('a command keeps what its shell and its code mean by braces, except {SANDBOX_URL}', async () => {
    const code = `
      const {PORT} = process.env;
      require('node:http').createServer((request, response) => response.end(process.argv.slice(1).join(' '))).listen(PORT);`;
    const args = [`\${PORT}`, `\${SANDBOX_URL}`, '{APP_URL}', '{SANDBOX_URL}/api'];
    const { sandbox, app } = await running({ app: ['node', '-e', code, ...args] });
    expect(await textOf(app.url)).toBe(`\${PORT} \${SANDBOX_URL} {APP_URL} ${sandbox.url}/api`);
    const cwd = inFolder({ 'code.cjs': code.replace('slice(1)', 'slice(2)') });
    const shell = await running({ app: `node code.cjs ${args.slice(0, 2).join(' ')}`, cwd });
    expect(await textOf(shell.app.url)).toBe(`${shell.app.port} ${shell.sandbox.url}`);
  });

  test.each([
    ['::1', {}, 1],
    ['::1', { APP_URL: 'http://[::1]:{PORT}' }, 0],
    ['127.0.0.1', {}, 0],
  ])(
    'one on %s with the variables %j: told %d times that no callback reaches its APP_URL',
    async (host, env, times) => {
      const told = toldOnStderr();
      const { app } = await running({
        app: ['node', 'server.cjs', host],
        cwd: inFolder({ 'server.cjs': server }),
        env,
      });
      expect(JSON.parse(await textOf(app.url)).APP_URL).toBe(
        times === 0 ? app.url : `http://127.0.0.1:${app.port}`,
      );
      expect(told).toEqual(
        Array(times).fill(
          `gateway-sandbox: your app listens at ${app.url} only, so callbacks and returns to its APP_URL, http://127.0.0.1:${app.port}, do not arrive. Let it listen on 127.0.0.1 or on all addresses.`,
        ),
      );
    },
  );

  test.each([
    [[true], '127.0.0.1'],
    [[false, false], undefined],
    [[false, true, false], '[::1]'],
    [[false, true, true], '127.0.0.1'],
  ])('whose loopback addresses answer %j one after the other has the host %s', async (answers, host) => {
    expect(await hostThatTakes(async () => answers.shift() === true)).toBe(host);
    expect(answers).toEqual([]);
  });

  test('one that ends during the tests is told with what it printed, but not one that is stopped', async () => {
    const told = toldOnStderr();
    const crashing = `
      require('node:http')
        .createServer(() => {
          console.error('no such table: orders');
          process.exit(1);
        })
        .listen(process.env.PORT);`;
    const { app } = await running({ app: 'node crash.cjs', cwd: inFolder({ 'crash.cjs': crashing }) });
    const { app: other } = await running({ app: ['node', '-e', server] });
    await other.stop();
    await expect(fetch(app.url)).rejects.toThrow('fetch failed');
    // As a test that fails does at once.
    await app.stop();
    expect(told).toEqual([
      'gateway-sandbox: The app (node crash.cjs) ended with exit code 1 before it was stopped.\nIt printed:\nno such table: orders',
    ]);
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
    await expect(startApp(sandbox, { app: ['/no/such/program'] })).rejects.toThrow(
      'The app (/no/such/program) cannot be started: spawn /no/such/program ENOENT.',
    );
    const file = join(inFolder({ 'file.mjs': '' }), 'file.mjs');
    for (const app of [[`${file}/x`], ['x'.repeat(300)], [''], ''] as const)
      await expect(startApp(sandbox, { app })).rejects.toThrow(/^The app \(.*\) cannot be started: .*\.$/);
    const cwd = join(testFolder(), 'no-such-folder');
    await expect(startApp(sandbox, { app: 'node shop.mjs', cwd })).rejects.toThrow(
      `The app (node shop.mjs) cannot be started in ${cwd}, which is not a folder.`,
    );
    const never = { app: ['node', '-e', 'setInterval(() => {}, 1e6)'], startTimeoutMs: 200 } as const;
    await expect(startApp(sandbox, never)).rejects.toThrow('it must take its port from PORT');
  });
});

function inFolder(files: Readonly<Record<string, string>>): string {
  const user = packageUser();
  for (const [name, text] of Object.entries(files)) user.write(name, text);
  return user.folder;
}

function stubbed(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}
