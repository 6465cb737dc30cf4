import { type ChildProcess, spawn } from 'node:child_process';
import { execPath, platform } from 'node:process';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { imported, program, type Ready } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { endLater, isRunning } from '../support/detached.ts';
import { freePort } from '../support/free-port.ts';

/**
 * On SIGUSR2, the sandbox reports the most it ever does: 20 errors, together larger than any pipe or terminal
 * buffer.
 */
const reports = imported(`process.on('SIGUSR2', () => {
  for (let index = 0; index < 20; index += 1)
    setTimeout(() => { throw new Error(index + 'x'.repeat(60000)); });
});`);

describe.runIf(platform === 'linux')('A sandbox outlives', () => {
  it.each([
    ['a terminal', inTerminal],
    ['a pipe', inPipe],
  ])('%s that nobody reads: requests do not wait for it', async (_, command) => {
    const { pid, url } = await started(command());
    process.kill(pid, 'SIGUSR2');
    for (let times = 0; times < 3; times += 1) await isServing(url);
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('a terminal that is closed, if SIGHUP is ignored', async () => {
    const { child, pid, url } = await started(inTerminal('trap "" HUP;'));
    child.kill('SIGKILL');
    process.kill(pid, 'SIGUSR2');
    for (let times = 0; times < 3; times += 1) await isServing(url);
    expect(isRunning(pid)).toBe(true);
  });

  it.each(['| true', '2>&- >&-', '> /dev/full', '2> /dev/full', '> /dev/full 2> /dev/full'])(
    'its output: start %s',
    async (lost) => {
      const url = `http://127.0.0.1:${await freePort()}`;
      const start = `"$0" "$1" start --port ${new URL(url).port} ${lost}`;
      const child = spawn('bash', ['-c', start, execPath, program], surroundings());
      onTestFinished(() => killGroup(child));
      await expect
        .poll(() =>
          isServing(url).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      await isServing(url);
    },
  );
});

function inTerminal(before = ''): readonly string[] {
  const command = `${before} '${execPath}' '${program}' start --port 0 --json; exit $?`;
  return ['script', '--quiet', '--return', '--command', command, '/dev/null'];
}

function inPipe(): readonly string[] {
  return [execPath, program, 'start', '--port', '0', '--json'];
}

/** Starts a command and reads its ready line, but nothing after it. */
async function started([command = '', ...args]: readonly string[]) {
  const child = spawn(command, args, surroundings());
  onTestFinished(() => killGroup(child));
  for await (const line of createInterface({ input: child.stdout })) {
    child.stdout.pause();
    // Our own ready line.
    const ready = JSON.parse(line) as Ready;
    endLater(ready.pid);
    return { ...ready, child };
  }
  throw new Error('It ended before it was ready.');
}

function surroundings() {
  const cwd = testFolder();
  const env = {
    PATH: process.env.PATH,
    HOME: cwd,
    XDG_DATA_HOME: cwd,
    SHELL: '/bin/bash',
    NODE_OPTIONS: reports,
  };
  return { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'], detached: true };
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined && isRunning(-pid)) process.kill(-pid, 'SIGKILL');
}

async function isServing(url: string): Promise<void> {
  const { status } = await fetch(`${url}/_sandbox/health`, { signal: AbortSignal.timeout(5000) });
  expect(status).toBe(200);
}
