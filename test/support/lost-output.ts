import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { program } from './cli.ts';
import { testFolder } from './data-file.ts';

/** How an output is lost: its reader closes it, or it is full. */
export type Loss = 'closed' | 'full';

export interface Losses {
  readonly stdout?: Loss;
  readonly stderr?: Loss;
  /** Input for the program. Empty by default. */
  readonly stdin?: string;
}

export interface Rest {
  readonly code: number | null;
  /** The content of the outputs that were not lost. */
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program with outputs that are lost from the start. */
export async function withLostOutput(
  args: readonly string[],
  losses: Losses,
  env: Readonly<Record<string, string>> = {},
): Promise<Rest> {
  const cwd = testFolder();
  const lost = { full: openSync('/dev/full', 'w'), closed: await closedPipe() };
  const stdio = (loss?: Loss) => (loss === undefined ? ('pipe' as const) : lost[loss]);
  const child = spawn(execPath, [program, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, XDG_DATA_HOME: cwd, NO_COLOR: '1', ...env },
    stdio: [losses.stdin === undefined ? 'ignore' : 'pipe', stdio(losses.stdout), stdio(losses.stderr)],
  });
  for (const fd of Object.values(lost)) closeSync(fd);
  child.stdin?.end(losses.stdin);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const rest = (stream: NodeJS.ReadableStream | null, loss?: Loss) =>
    stream && loss === undefined ? text(stream) : '';
  const received = Promise.all([rest(child.stdout, losses.stdout), rest(child.stderr, losses.stderr)]);
  const [code] = await once(child, 'close');
  const [stdout, stderr] = await received;
  return { code, stdout, stderr };
}

/** The writing end of a pipe that nobody reads any more. */
async function closedPipe(): Promise<number> {
  const path = join(testFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, 'w');
  closeSync(reader);
  // A program that another test starts at this moment has the reader too, until it runs.
  await expect.poll(() => codeOfWrite(writer)).toBe('EPIPE');
  return writer;
}

function codeOfWrite(fd: number): string | undefined {
  try {
    writeSync(fd, ' ');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
