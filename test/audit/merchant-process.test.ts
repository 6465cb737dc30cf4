import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { describe, expect, it } from 'vitest';
import { cliResult, runCli } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { isRunning } from '../support/detached.ts';
import { freshMerchant } from '../support/fresh.ts';
import { nobodyAnswers } from '../support/nobody-answers.ts';
import { audit } from './audit-cli.ts';

describe('audit -- COMMAND', () => {
  const server = join(import.meta.dirname, '../../examples/node-merchant/src/server.ts');

  it("starts the merchant's app with the variables of exec, and ends it", async () => {
    const url = await freeUrl();
    const form = 'item=honey&gateway={gateway}';
    const flags = [
      '--order-url',
      `${url}/orders`,
      '--order-form',
      form,
      '--check-url',
      `${url}/orders/{invoice}`,
    ];
    const which = ['--gateway', 'cardgw', '--only', 'duplicate'];
    const { code, stdout, stderr } = await audit(
      ...[...flags, ...which, '--', 'env', `PORT=${new URL(url).port}`, execPath, server],
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('2 passed, 0 failed, 0 left open.');
    await nobodyAnswers(url);
  });

  it('says why the app did not start', async () => {
    const url = await freeUrl();
    const program = 'console.error("No database."); process.exit(3)';
    const { code, stderr } = await audit('--order-url', url, '--', execPath, '-e', program);
    expect([code, stderr]).toEqual([
      1,
      `\`${execPath} -e ${program}\` ended before it listened at ${new URL(url).host}: No database.\n`,
    ]);
  });

  it.each([
    ['', 'it was not found'],
    ['no-such-program-here', 'it was not found'],
    ['./notes.txt/x', 'ENOTDIR'],
    ['x'.repeat(300), 'ENAMETOOLONG'],
  ])('says why %j could not be started', async (program, why) => {
    const cwd = testFolder();
    writeFileSync(join(cwd, 'notes.txt'), 'text');
    const books = ['--order-url', await unusedUrl(), '--check-url', 'http://127.0.0.1:9/{invoice}'];
    for (const command of ['audit', 'rehearse'])
      expect(await cliResult([command, ...books, '--', program], { cwd })).toEqual({
        code: 1,
        signal: null,
        stdout: '',
        stderr: `The command ${JSON.stringify(program)} cannot be started: ${why}.\n`,
      });
  });

  it('asks no other app that listens there', async () => {
    const { url } = await freshMerchant();
    const { code, stderr } = await audit('--order-url', url, '--', execPath, server);
    expect([code, stderr]).toEqual([
      1,
      `Something listens at ${new URL(url).host} already: end it, or leave the command out.\n`,
    ]);
  });
});

// Longer than the test, but not forever.
const longer = 'sleep 60';

describe('audit -- COMMAND ends all that the command has started', () => {
  it('although it has gone itself, and what it left holds its output open', async () => {
    const flags = ['--order-url', await unusedUrl()];
    const { code, stderr } = await audit(...flags, '--', 'sh', '-c', `${longer} & echo "pid $!"; exit 3`);
    expect(code).toBe(1);
    const [, pid] = /ended before it listened at .*: pid (\d+)\n$/.exec(stderr) ?? [];
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
  });

  it.each([
    ['SIGTERM', { code: 143, signal: null }],
    ['SIGKILL', { code: null, signal: 'SIGKILL' }],
  ] as const)('by a signal that ends the audit (%s)', async (signal, ended) => {
    const file = join(testFolder(), 'pid');
    // Later than the audit has told its guardian of the shell. Killed before that, it can end nothing.
    const command = `sleep 2; ${longer} & echo $! >${file}; echo begun >&2; wait`;
    const flags = ['--order-url', await unusedUrl()];
    const cli = runCli(['audit', ...flags, '--', 'sh', '-c', command]);
    await expect.poll(() => textOf(file)).toMatch(/^\d+\n$/);
    cli.process.kill(signal);
    expect(await cli.ended).toMatchObject(ended);
    await expect.poll(() => isRunning(Number(textOf(file)))).toBe(false);
  });
});

it('A signal that ends the audit ends the command of an order too', async () => {
  const file = join(testFolder(), 'pid');
  const flags = ['--return-url', 'http://127.0.0.1:9/return', '--gateway', 'cardgw'];
  const cli = runCli(['audit', ...flags, '--order-cmd', `echo $$ >${file}; ${longer}; ${longer}`]);
  await expect.poll(() => textOf(file)).toMatch(/^\d+\n$/);
  cli.process.kill('SIGTERM');
  expect(await cli.ended).toMatchObject({ code: 143, signal: null });
  await expect.poll(() => isRunning(Number(textOf(file)))).toBe(false);
});

/** One where no server of another test comes to listen, either. */
async function unusedUrl(): Promise<string> {
  return (await freeUrl()).replace('127.0.0.1', '127.0.0.7');
}

/** An address where nothing listens. */
async function freeUrl(): Promise<string> {
  const merchant = await freshMerchant();
  await merchant.close();
  return merchant.url;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
