import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { isRunning } from '../support/detached.ts';
import { freshMerchant } from '../support/fresh.ts';
import { slowToEnd } from '../support/slow-to-end.ts';
import { audit } from './audit-cli.ts';

it.each([
  ['a shell waits for', (script: string) => `cd . && '${execPath}' ${script}; true`],
  [
    'a shell has left behind',
    (script: string, pid: string) => `'${execPath}' ${script} & until [ -s ${pid} ]; do sleep 0.1; done`,
  ],
])('audit gives an app that %s the time to shut down', async (_title, command) => {
  const folder = testFolder();
  const url = await freeUrl();
  const script = slowToEnd(folder, new URL(url).port);
  await audit(
    ...['--order-url', url, '--gateway', 'cardgw', '--only', 'genuine'],
    '--',
    'sh',
    '-c',
    command(script, join(folder, 'pid')),
  );
  expect(existsSync(join(folder, 'ended'))).toBe(true);
  await expect.poll(() => isRunning(pidIn(folder))).toBe(false);
});

it('Ctrl-C ends an app that does not shut down', { timeout: 20_000 }, async () => {
  const folder = testFolder();
  const url = await freeUrl();
  // The order's command keeps the audit busy.
  const flags = ['--order-cmd', `touch ${join(folder, 'asked')}; sleep 60`, '--return-url', url];
  const script = slowToEnd(folder, new URL(url).port, 60_000);
  const cli = runCli(['audit', ...flags, '--gateway', 'cardgw', '--', execPath, script]);
  await expect.poll(() => existsSync(join(folder, 'asked')), { timeout: 10_000 }).toBe(true);
  cli.process.kill('SIGINT');
  expect(await cli.ended).toMatchObject({ code: 130, signal: null });
  await expect.poll(() => isRunning(pidIn(folder)), { timeout: 10_000 }).toBe(false);
});

it('audit says that the app crashed in the last case', async () => {
  const url = await freeUrl();
  const script = join(testFolder(), 'crashing.mjs');
  writeFileSync(
    script,
    `import { createServer } from 'node:http';
    createServer((request, response) => {
      if (!request.url.startsWith('/return')) return response.end();
      console.error('no such table: orders');
      process.exit(3);
    }).listen(${new URL(url).port}, '127.0.0.1');`,
  );
  const flags = ['--callback-url', `${url}/callback`, '--return-url', `${url}/return`];
  const which = ['--gateway', 'cardgw', '--only', 'genuine'];
  const { stderr } = await audit(...flags, ...which, '--', execPath, script);
  expect(stderr).toContain(
    `\`${execPath} ${script}\` ended too early, with exit code 3: no such table: orders\n`,
  );
});

/** An address where nothing listens. */
async function freeUrl(): Promise<string> {
  const merchant = await freshMerchant();
  await merchant.close();
  return merchant.url;
}

function pidIn(folder: string): number {
  return Number(readFileSync(join(folder, 'pid'), 'utf8'));
}
