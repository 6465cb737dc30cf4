import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { execPath, platform } from 'node:process';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { passed, program, type Ready } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { endLater, isRunning } from '../support/detached.ts';

/** The command of `exec`, with a ready line of its own. */
const waits = 'console.log(JSON.stringify({ pid: process.pid })); setInterval(() => {}, 1000)';

describe.runIf(platform === 'linux')('A sandbox ends with the npx or npm that started it', () => {
  // npm does nothing about SIGINT: it forwards it to the shell in between, which keeps waiting.
  it.each([
    ['SIGKILL', 'npx', 'gateway-sandbox', 'start', '--port', '0', '--json'],
    ['SIGHUP', 'npx', 'gateway-sandbox', 'start', '--port', '0', '--json'],
    ['SIGTERM', 'npx', 'gateway-sandbox', 'start', '--port', '0', '--json'],
    ['SIGTERM', 'npm', 'run', '--silent', 'sandbox'],
    ['SIGKILL', 'npm', 'run', '--silent', 'sandbox'],
    ['SIGKILL', 'npx', 'gateway-sandbox', 'exec', '--', 'node', '-e', waits],
    ['SIGTERM', 'npx', 'gateway-sandbox', 'exec', '--', 'node', '-e', waits],
  ] as const)('when %s ends %s', async (signal, ...command) => {
    const { child, pid } = await startedBy(command);
    child.kill(signal);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it.each([
    ['under nohup', ['bash', '-c', 'nohup npx gateway-sandbox start --port 0 --json']],
    ['in a process group of its own', ['npm', 'run', '--silent', 'apart']],
  ])('but lives on %s', async (_, command) => {
    const { child, pid, url } = await startedBy(command);
    child.kill('SIGKILL');
    // Twice as long as it takes to notice.
    await passed(1000);
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

describe.runIf(platform === 'linux')('A sandbox that something else started', () => {
  it('outlives a shell that has ended, npm before it or not', async () => {
    const script = `"${execPath}" "${program}" start --port 0 --json & sleep 60`;
    const { child, pid, url } = await startedBy(['bash', '-c', script], { npm_execpath: '/npm-cli.js' });
    child.kill('SIGKILL');
    await passed(1000);
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
    expect(isRunning(pid)).toBe(true);
  });
});

/** Runs a command in a project with this package installed, until the sandbox is ready. */
async function startedBy(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ready & { readonly child: ChildProcess }> {
  const cwd = testFolder();
  mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true });
  symlinkSync(program, join(cwd, 'node_modules/.bin/gateway-sandbox'));
  const sandbox = 'gateway-sandbox start --port 0 --json';
  const scripts = { sandbox, apart: `setsid ${sandbox} & sleep 60` };
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'app', scripts }));
  const path = [dirname(execPath), process.env.PATH].join(delimiter);
  const child = spawn(command, args, {
    cwd,
    env: { PATH: path, HOME: cwd, XDG_DATA_HOME: cwd, npm_config_update_notifier: 'false', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  onTestFinished(() => {
    // The whole process group, including shells and their `sleep`.
    if (child.pid !== undefined && isRunning(-child.pid)) process.kill(-child.pid, 'SIGKILL');
  });
  for await (const line of createInterface({ input: child.stdout })) {
    // Our own ready line.
    const ready = JSON.parse(line) as Ready;
    endLater(ready.pid);
    return { ...ready, child };
  }
  throw new Error('It ended before it was ready.');
}
