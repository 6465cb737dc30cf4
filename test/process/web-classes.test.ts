import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliSandbox, signalled } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { rightFields } from '../support/sandbox.ts';

const library = join(import.meta.dirname, '../../dist/index.cjs');

it('the command’s own process gets the fast Request and Response of @hono/node-server', async () => {
  const sandbox = await cliSandbox([], {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${replaced}` },
  });
  const verified = await sandbox.call('walletB/verify', rightFields['walletB/verify']);
  expect(verified.json).toMatchObject({ status: 200 });
  const { stderr } = await signalled(sandbox, 'SIGTERM');
  expect(/^replaced: (.*)$/m.exec(stderr)?.[1]).toBe('Request Response');
});

const replaced = encodeURIComponent(`
  const names = Object.getOwnPropertyNames(globalThis).filter((name) => /^(Request|Response|Headers|fetch|set|clear)/.test(name));
  const before = names.map((name) => globalThis[name]);
  process.on('exit', () => {
    const changed = names.filter((name, index) => globalThis[name] !== before[index]);
    process.stderr.write('replaced: ' + changed.sort().join(' ') + '\\n');
  });
`);

it('a sandbox in the process of a test changes none of its globals', () => {
  const script = `
    const namesOf = () => Object.getOwnPropertyNames(globalThis).sort();
    const names = namesOf();
    const before = names.map((name) => globalThis[name]);
    require(${JSON.stringify(library)}).startSandbox().then(async (sandbox) => {
      const page = await fetch(sandbox.url + '/_sandbox/inbox');
      const changed = names.filter((name, index) => !Object.is(globalThis[name], before[index]));
      console.log(JSON.stringify([changed, namesOf().filter((name) => !names.includes(name) && !name.startsWith('__zod_')), page.status]));
      await sandbox.stop();
    });`;
  expect(output(script)).toBe('[[],[],200]');
});

it('a sandbox goes on while the timers of a test are fake: globals, node:timers and node:timers/promises', () => {
  const script = `
    const { mock } = require('node:test');
    const { startSandbox } = require(${JSON.stringify(library)});
    mock.timers.enable({ apis: ['setImmediate', 'setInterval', 'setTimeout'] });
    startSandbox().then(async (sandbox) => {
      const headers = { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key' };
      const body = new URLSearchParams(${JSON.stringify(rightFields['walletB/verify'])});
      const url = sandbox.url + '/api/v1/transaction/walletB/verify';
      const answer = await fetch(url, { method: 'POST', headers, body });
      const page = await (await fetch(sandbox.url + '/_sandbox/inbox')).text();
      const events = (await fetch(sandbox.url + '/_sandbox/events')).body.getReader();
      const first = await events.read();
      await events.cancel();
      const tooLong = require('node:http').request(url, { method: 'POST', headers: { ...headers, 'Content-Length': 100_000 } });
      tooLong.on('error', () => undefined).write('a=');
      const [refused] = await require('node:events').once(tooLong, 'response');
      tooLong.destroy();
      await sandbox.callbacks.settled();
      await sandbox.stop();
      console.log(answer.status, page.includes('</html>'), first.done, refused.statusCode);
    });`;
  expect(output(script)).toBe('200 true false 413');
});

function output(script: string): string {
  const file = join(testFolder(), 'script.cjs');
  writeFileSync(file, script);
  return execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 150_000 }).trim();
}
