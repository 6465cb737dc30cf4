import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath, platform } from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { program } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';

describe.skipIf(platform === 'win32')('Signals to exec', () => {
  it.each(['SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGWINCH'] as const)(
    '%s reaches the command once, whether it was for exec alone or for its process group',
    async (signal) => {
      for (const target of ['process', 'group'] as const) {
        const { child, printed } = counting(signal);
        await printed(/ready/);
        // A process group has the ID of its leader.
        process.kill(target === 'group' ? -pidOf(child) : pidOf(child), signal);
        expect([target, (await once(child, 'close'))[0]]).toEqual([target, 41]);
      }
    },
  );

  it.runIf(platform === 'linux').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s to the process group reaches a command once that has left it',
    async (signal) => {
      // Not with `timeout`: it sends a signal to its command and then to its group, so the command may count two.
      const { child, printed } = running('exec', '--', 'setsid', execPath, '-e', counts(signal));
      await printed(/ready/);
      process.kill(-pidOf(child), signal);
      expect((await once(child, 'close'))[0]).toBe(41);
    },
  );

  it('SIGUSR1 does not open a debugger', async () => {
    const { child, printed } = counting('SIGUSR1');
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await printed(/ready/);
    child.kill('SIGUSR1');
    expect((await once(child, 'close'))[0]).toBe(41);
    expect(said).not.toContain('Debugger');
  });

  it('SIGKILL takes the command along, and the folder of --intercept', async () => {
    // Not ready immediately, because the guardian learns of a command only after its start.
    const script = `trap 'echo ended >ended; exit' TERM; sleep 0.5; echo ready; while :; do sleep 0.05; done`;
    const { child, printed, cwd } = running(...intercepting, 'sh', '-c', script);
    await printed(/ready/);
    expect(folders(cwd)).toHaveLength(1);
    child.kill('SIGKILL');
    await expect.poll(() => folders(cwd)).toEqual([]);
    await expect.poll(() => existsSync(join(cwd, 'ended'))).toBe(true);
  });

  it('leaves no process and no folder behind', async () => {
    const { child, cwd } = running(...intercepting, 'sh', '-c', 'exit 3');
    expect((await once(child, 'close'))[0]).toBe(3);
    expect(folders(cwd)).toEqual([]);
    if (platform === 'linux') expect(inGroup(pidOf(child))).toEqual([]);
  });
});

const intercepting = ['exec', '--intercept', 'api.example.test', '--'];

function counting(signal: NodeJS.Signals) {
  return running('exec', '--', execPath, '-e', counts(signal));
}

/** Counts a signal, and exits some time after the first one with 40 plus the count. */
function counts(signal: NodeJS.Signals): string {
  return `let count = 0;
    process.on('${signal}', () => { if (++count === 1) setTimeout(() => process.exit(40 + count), 500); });
    setInterval(() => {}, 1000); console.log('ready');`;
}

function running(...args: readonly string[]) {
  const options = alone();
  const child = spawn(execPath, [program, ...args], options);
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = (pattern: RegExp) =>
    new Promise<void>((resolve) => {
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (pattern.test(text)) resolve();
      });
    });
  return { child, printed, cwd: options.cwd };
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('It was not started.');
  return pid;
}

function folders(tmp: string): string[] {
  return readdirSync(tmp).filter((name) => name.startsWith('gateway-sandbox-intercept-'));
}

/** The processes in a process group. */
function inGroup(group: number): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const [, , pgrp] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return Number(pgrp) === group;
    } catch {
      return false;
    }
  });
}

/** In its own folder and environment, as the leader of a process group, like a shell job. */
function alone() {
  const folder = testFolder();
  return {
    cwd: folder,
    detached: true,
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
  };
}
