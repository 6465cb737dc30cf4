import { spawn } from 'node:child_process';
import { execPath, platform } from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { textWidth } from '../../src/cli/text-width.ts';
import { passed, program } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { isRunning } from '../support/detached.ts';
import { merchantCall, rightFields } from '../support/sandbox.ts';

describe.runIf(platform === 'linux')('The log of start in a terminal', () => {
  it.each([80, 160])('of %d columns: no line is wider, refused calls in color', async (columns) => {
    const terminal = await inTerminal(columns);
    await call(terminal.url, rightFields['walletB/verify']);
    await call(terminal.url, { mobile_number: '12'.repeat(200), amount: '\u001b[2J' });
    const lines = await terminal.logged(3);
    expect(lines.map((line) => stripVTControlCharacters(line).slice(10, 46).trimEnd())).toEqual([
      expect.stringMatching(/^200 .{8} {2}walletB\/verify$/),
      expect.stringMatching(/^code {10}\d+$/),
      expect.stringMatching(/^422 .{8} {2}walletB\/verify$/),
    ]);
    expect(lines[2]).toContain('\u001b[33m422 \u001b[39m');
    expect(
      terminal
        .text()
        .split('\r\n')
        .filter((line) => textWidth(stripVTControlCharacters(line)) > columns),
    ).toEqual([]);
    expect(terminal.text()).not.toContain('\u001b[2J');
  });

  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }, { FORCE_COLOR: '0' }])('without color: %j', async (env) => {
    const terminal = await inTerminal(80, { env });
    await call(terminal.url, { mobile_number: '1' });
    expect((await terminal.logged(1))[0]).toMatch(
      /^\d\d:\d\d:\d\d {2}422 .{8} {2}walletB\/verify {10}1 {2}INVALID_INPUTS$/,
    );
    expect(terminal.text()).not.toContain('\u001b');
  });

  it('demo prints it too, after its own text', async () => {
    const terminal = await inTerminal(80, { command: 'demo --port 0 --shop-port 0 --no-open' });
    await call(terminal.url, { mobile_number: '1' });
    expect((await terminal.logged(1))[0]).toContain('INVALID_INPUTS');
  });

  it.each(['start --port 0 --no-log', 'demo --port 0 --shop-port 0 --no-open --no-log'])(
    'is not printed by %s',
    async (command) => {
      const terminal = await inTerminal(80, { command });
      await call(terminal.url, { mobile_number: '1' });
      process.kill(terminal.pid, 'SIGTERM');
      await expect.poll(() => terminal.text()).toContain('Stopping.');
      expect(terminal.text()).not.toContain('INVALID_INPUTS');
    },
  );

  it('a terminal that is closed does the sandbox no harm', async () => {
    const terminal = await inTerminal(80, { before: 'trap "" HUP;' });
    terminal.close();
    for (let calls = 0; calls < 5; calls += 1) {
      await call(terminal.url, { mobile_number: '1' });
      await passed(60);
    }
    expect(isRunning(terminal.pid)).toBe(true);
  });

  it('holds no call back while the terminal is stopped, and counts what it dropped', async () => {
    const terminal = await inTerminal(200);
    terminal.pause();
    const fields = { mobile_number: 'x'.repeat(100), invoice_no: 'y'.repeat(100), amount: '1' };
    for (let round = 0; round < 60; round += 1)
      await Promise.all(Array.from({ length: 40 }, () => call(terminal.url, fields)));
    terminal.resume();
    await expect.poll(() => terminal.text()).toMatch(/… [\d,]+ lines dropped: the terminal is too slow\r\n/);
  });
});

const [terminal = '', ...terminalArguments] = ['script', '--quiet', '--return', '--command'];

async function call(url: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(`${url}/api/v1/transaction/walletB/verify`, merchantCall(fields));
  await answer.text();
}

interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A command of the sandbox, and its flags. */
  readonly command?: string;
  /** A command for the shell to run first. */
  readonly before?: string;
}

/** Runs a command that starts a sandbox, in its own terminal. */
async function inTerminal(
  columns: number,
  { env = {}, command = 'start --port 0', before = '' }: TerminalOptions = {},
) {
  const cwd = testFolder();
  // With a command before it, the shell stays, so the sandbox checks whether its parent ignores SIGHUP.
  const start = `'${execPath}' '${program}' ${command}`;
  const inShell = `stty cols ${columns}; echo pid $$; ${before === '' ? `exec ${start}` : `${before} ${start}; exit $?`}`;
  const child = spawn(terminal, [...terminalArguments, inShell, '/dev/null'], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, XDG_DATA_HOME: cwd, SHELL: '/bin/bash', TERM: 'xterm', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const text = () => Buffer.concat(chunks).toString('utf8');
  await expect.poll(text).toMatch(/Ctrl-C stops (?:it|both)/);
  const pid = Number(/pid (\d+)/.exec(text())?.[1]);
  onTestFinished(() => {
    child.kill('SIGKILL');
    // The shell starts its own process group.
    if (isRunning(-pid)) process.kill(-pid, 'SIGKILL');
  });
  const lines = () =>
    text()
      .split('\r\n')
      .filter((line) => /^\d\d:\d\d:\d\d /.test(line));
  return {
    pid,
    url: /http:\S+?(?=\/(?:api|_sandbox)\/)/.exec(text())?.[0] ?? '',
    text,
    /** The lines that start with a time, once there are this many. */
    logged: async (count: number) => {
      await expect.poll(() => lines().length).toBe(count);
      return lines();
    },
    close: () => child.kill('SIGKILL'),
    pause: () => child.stdout.pause(),
    resume: () => child.stdout.resume(),
  };
}
