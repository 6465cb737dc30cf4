import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { dataFile, testFolder } from '../support/data-file.ts';
import { userEnvironment, vitestProgram } from '../support/package-user.ts';

const library = JSON.stringify(join(import.meta.dirname, '../../dist/index.cjs'));

/** Leaves a connection and an event stream open, which do not keep this process alive. */
const use = `
  const page = await fetch(sandbox.url + '/_sandbox/health');
  await page.text();
  const { get } = process.getBuiltinModule(sandbox.url.startsWith('https') ? 'node:https' : 'node:http');
  const stream = await new Promise((resolve, reject) => get(sandbox.url + '/_sandbox/events', resolve).on('error', reject));
  await new Promise((resolve) => stream.once('data', resolve));
  stream.socket.unref();`;

describe('A process that forgets stop() ends by itself', () => {
  test.each([
    ['in memory', {}],
    ['with HTTPS', { https: true }],
    ['with a data file', { data: 'FILE' }],
  ])('a plain script, %s', async (_title, given) => {
    const options = 'data' in given ? { data: dataFile() } : given;
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1', XDG_DATA_HOME: testFolder() };
    const script = `
      const { startSandbox } = require(${library});
      startSandbox(${JSON.stringify(options)}).then(async (sandbox) => {${use}
        console.log(page.status, stream.statusCode);
      });`;
    expect(await printed('script.cjs', script, ['script.cjs'], env)).toBe('200 200\n');
  });

  test('a script that waits for an event, after it has come', async () => {
    const script = `
      const { startSandbox } = require(${library});
      startSandbox().then(async (sandbox) => {
        const waiting = sandbox.events.next({ type: 'clock.moved' });
        await sandbox.clock.advance('1m');
        console.log((await waiting).type);
      });`;
    expect(await printed('script.cjs', script, ['script.cjs'])).toBe('clock.moved\n');
  });

  test.each([
    ['an address', 'http://127.0.0.1'],
    ['a name with several addresses', 'http://localhost'],
    ['a TLS handshake', 'https://localhost'],
  ])('a script whose app does not answer a callback: %s', async (_title, origin) => {
    const script = silentApp(`
        await arrived;
        console.log('arrived');`);
    expect(await printed('script.cjs', script, ['script.cjs', origin])).toBe('arrived\n');
  });

  test('a file of node:test', async () => {
    const file = `
      const { before, test } = require('node:test');
      let sandbox;
      before(async () => (sandbox = await require(${library}).startSandbox()));
      test('uses it', async () => {${use}
      });`;
    const report = await printed('pay.test.cjs', file, ['--test', '--test-reporter=tap', 'pay.test.cjs']);
    expect(report).toMatch(/^# pass 1$/m);
  });

  test('a file of Vitest', async () => {
    const file = `
      import { createRequire } from 'node:module';
      import { test } from ${JSON.stringify(join(import.meta.dirname, '../../node_modules/vitest/dist/index.js'))};
      const { startSandbox } = createRequire(import.meta.url)(${library});
      test('uses it', async () => {
        const sandbox = await startSandbox();${use}
      });`;
    const report = await printed('pay.test.mjs', file, [vitestProgram, 'run', '--reporter=tap-flat']);
    expect(report).toMatch(/^ok 1 /m);
    expect(report).not.toContain('close timed out');
  });
});

test('await using stops the sandbox at the end of its block', async () => {
  const script = `
    const { startSandbox } = require(${library});
    (async () => {
      let url;
      {
        const sandbox = await startSandbox();
        url = sandbox.url;
        await sandbox[Symbol.asyncDispose]();
      }
      console.log(await fetch(url + '/_sandbox/health').then(({ status }) => status, () => 'stopped'));
    })();`;
  expect(await printed('using.cjs', script, ['using.cjs'])).toBe('stopped\n');
});

test('stop() resolves while an app does not answer a callback', async () => {
  const script = silentApp(`
        await arrived;
        await sandbox.stop();
        console.log('stopped');`);
  expect(await printed('stop.cjs', script, ['stop.cjs', 'http://127.0.0.1'])).toBe('stopped\n');
});

/** A script that pays with a callback to an app that never answers and keeps no process alive. */
function silentApp(rest: string): string {
  return `
    const { startSandbox } = require(${library});
    const app = require('node:net').createServer().unref();
    const arrived = new Promise((resolve) =>
      app.on('connection', (socket) => socket.on('error', () => undefined).unref().once('data', resolve)));
    const untilArrived = setInterval(() => undefined, 1000);
    void arrived.then(() => clearInterval(untilArrived));
    app.listen(0, '127.0.0.1', async () => {
      const sandbox = await startSandbox({ settings: { callback: { timeout: '10m' } } });
      const callback_url = process.argv[2] + ':' + app.address().port + '/callback';
      const headers = { Authorization: 'Bearer ' + sandbox.account.accessTokens.test, 'X-API-KEY': sandbox.account.apiKey };
      const fields = { amount: '5', invoice_no: 'INV-1', mobile_number: '0912345678', return_url: 'http://127.0.0.1:9/return', callback_url };
      const confirmed = await fetch(sandbox.url + '/api/v1/transaction/aggregator/confirm', { method: 'POST', headers, body: new URLSearchParams(fields) });
      const { result } = await confirmed.json();
      const id = new URL(result.redirect_url).searchParams.get('token');
      await sandbox.checkouts.approve(id, { order: 'return-first' });${rest}
    });`;
}

/** Node's output for a file. Rejects if it fails or does not end in time. */
async function printed(
  name: string,
  text: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const cwd = testFolder();
  writeFileSync(join(cwd, name), text);
  const options = { cwd, env: { ...userEnvironment(), ...env }, timeout: 150_000 };
  return (await promisify(execFile)(execPath, args, options)).stdout;
}
