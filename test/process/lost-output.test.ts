import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../src/cli/program.ts';
import { hashOf } from '../../src/protocol/signature.ts';
import { paid, startCheckout } from '../support/checkouts.ts';
import { cliSandbox } from '../support/cli.ts';
import { dataFile, testFolder } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { type Losses, withLostOutput } from '../support/lost-output.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';
import { crossed } from '../support/spread.ts';

/** Prepares what a command needs to print its result. Returns the command's arguments. */
type Arrange = (sandbox: TestSandbox) => Promise<readonly string[]>;

const having =
  (arrange: (sandbox: TestSandbox) => Promise<unknown>, ...args: string[]): Arrange =>
  async (sandbox) => {
    await arrange(sandbox);
    return args;
  };
const given = (...args: string[]) => having(async () => undefined, ...args);

const checkout: Arrange = async (sandbox) => [await startCheckout(sandbox, 'cardgw')];
const callback = (sandbox: TestSandbox, choice = {}) =>
  paid(sandbox, 'http://127.0.0.1:9/callback', { delay: '1h', ...choice });
const heldCallback = (sandbox: TestSandbox) => callback(sandbox, { hold: true });
const code = (sandbox: TestSandbox) => sandbox.call('walletB/verify', rightFields['walletB/verify']);
const fault = (sandbox: TestSandbox) => sandbox.control('faults', { code: 'MAINTENANCE_MODE' });
const snapshot = (sandbox: TestSandbox) => sandbox.control('snapshots', { name: 'one' });

/** A new command fails the first test until it is listed here. */
const commands: Readonly<Record<string, Arrange>> = {
  gateways: given(),
  magic: given(),
  otp: having(code, '0945678901'),
  otps: given(),
  'otps expire': having(code, '1'),
  'otps lock': having(code, '1'),
  'otps resend': having(code, '1'),
  'otps clear': given(),
  transactions: having(checkout, '100001'),
  events: having(checkout),
  requests: given(),
  'requests replay': having(checkout, '1'),
  logs: having(checkout),
  sign: given('a=1', '--secret-key', 'key'),
  verify: given('a=1', '--secret-key', 'key', '--hashed', hashOf('a=1', 'key')),
  checkouts: given(),
  'checkouts approve': checkout,
  'checkouts cancel': checkout,
  'checkouts decline': checkout,
  'checkouts expire': checkout,
  'checkouts extend': async (sandbox) => [await startCheckout(sandbox, 'cardgw'), '1m'],
  callbacks: given(),
  'callbacks settled': given(),
  'callbacks attempts': having(callback, '1'),
  'callbacks resend': having(callback, '1'),
  'callbacks hold': having(callback, '1'),
  'callbacks release': having(heldCallback, '1'),
  'faults add': given('--code', 'MAINTENANCE_MODE'),
  'faults list': given(),
  'faults clear': having(fault),
  settings: given(),
  'settings reset': given(),
  clock: given(),
  'clock advance': given('1m'),
  'clock freeze': given(),
  'clock resume': given(),
  reset: given(),
  'snapshot save': given('one'),
  'snapshot restore': having(snapshot, 'one'),
  'snapshot remove': having(snapshot, 'one'),
  'snapshot list': given(),
  'snapshot export': having(snapshot, 'one', '-'),
  'snapshot import': async (sandbox) => {
    await snapshot(sandbox);
    const file = join(testFolder(), 'one.jsonl');
    writeFileSync(file, await (await sandbox.app.request('/_sandbox/api/snapshots/one/export')).text());
    return [file, '--name', 'two'];
  },
  'accounts add': given(),
  'accounts change': given('demo', '--name', 'Other'),
  'accounts list': given(),
  'accounts renew': given('demo', 'test'),
  init: given(),
  compact: async () => {
    const file = dataFile();
    await (await freshSandbox({ data: file })).stop();
    return [file];
  },
  backup: async () => [join(testFolder(), 'backup.db')],
  health: given(),
  licences: given(),
  snippet: given('verify', '--lang', 'node'),
  completion: given('bash'),
  doctor: given(),
  audit: given('--list'),
  rehearse: given('--list'),
  compare: given('--dry-run'),
  pay: given('walletB'),
  help: given(),
};

const losses: readonly Losses[] = [{ stdout: 'closed' }, { stdout: 'full' }, { stderr: 'closed' }];

/**
 * Tested below: `start` and `demo` keep running, `exec` prints nothing of its own to stdout, `stop` needs a
 * process to end, and `mcp` needs a client.
 */
const others = ['start', 'demo', 'exec', 'stop', 'mcp'];

describe.runIf(platform === 'linux')('A command whose output goes away', () => {
  it('is one of these', () => {
    const all = namesOf(commandLine()).filter((name) => !others.includes(name));
    expect(all.filter((name) => !Object.hasOwn(commands, name))).toEqual([]);
  });

  it.each(crossed(Object.keys(commands), losses))(
    '%s, %j: a closed pipe is quiet, a full disk is one sentence',
    async (name, lost) => {
      const sandbox = await freshSandbox();
      const env = { GATEWAY_SANDBOX_URL: await sandbox.listen() };
      const command = [...name.split(' '), ...((await commands[name]?.(sandbox)) ?? [])];
      // The doctor reports the clock of a sandbox under test, and keeps its exit code.
      const failure = name === 'doctor' ? 1 : 0;
      const expected = {
        closed: { code: failure || 141, stdout: '', stderr: '' },
        full: {
          code: 1,
          stdout: '',
          stderr: 'The output cannot be written (ENOSPC: no space left on device, write).\n',
        },
        silent: { code: failure, stdout: expect.stringMatching(/./), stderr: '' },
      };
      expect(await withLostOutput(command, lost, env)).toEqual(expected[lost.stdout ?? 'silent']);
    },
  );

  it.each([[['--help']], [['--version']], [['start', '--help']]])('so does %j', async (args) => {
    expect(await withLostOutput(args, { stdout: 'closed' })).toEqual({ code: 141, stdout: '', stderr: '' });
    expect(await withLostOutput(args, { stdout: 'full' })).toMatchObject({ code: 1 });
  });

  it('stop ends the sandbox all the same', async () => {
    for (const [stdout, code] of [
      ['closed', 141],
      ['full', 1],
    ] as const) {
      const sandbox = await cliSandbox();
      const env = { GATEWAY_SANDBOX_URL: sandbox.url };
      expect(await withLostOutput(['stop'], { stdout }, env)).toMatchObject({ code });
      expect((await sandbox.ended).code).toBe(0);
    }
  });

  it.each([
    ['closed', 141],
    ['full', 1],
  ] as const)('mcp ends with its client (%s)', async (stdout, code) => {
    const ping = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`;
    expect(await withLostOutput(['mcp'], { stdout, stdin: ping })).toMatchObject({ code });
  });

  it.each(['closed', 'full'] as const)('exec ends with the code of its command (%s)', async (loss) => {
    const command = ['exec', '--', 'sh', '-c', 'exit 7'];
    expect(await withLostOutput(command, { stdout: loss })).toMatchObject({ code: 7 });
    expect(await withLostOutput(command, { stderr: loss })).toMatchObject({ code: 7, stdout: '' });
  });

  it.each(['closed', 'full'] as const)('an error keeps its exit code without a stderr (%s)', async (loss) => {
    expect(await withLostOutput(['--no-such-flag'], { stderr: loss })).toMatchObject({ code: 2 });
    expect(await withLostOutput(['transactions', '1', '--url', 'x'], { stderr: loss })).toMatchObject({
      code: 2,
    });
    expect(await withLostOutput(['compact', 'none.db'], { stderr: loss })).toMatchObject({ code: 1 });
  });
});

/** The names of all commands with an action. Subcommands include their group. */
function namesOf(group: Command, before: readonly string[] = []): string[] {
  return group.commands.flatMap((command) => {
    const path = [...before, command.name()];
    return command.commands.length > 0 ? namesOf(command, path) : [path.join(' ')];
  });
}
