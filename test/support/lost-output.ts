import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { execPath } from 'node:process';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
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
  const full = openSync('/dev/full', 'w');
  const stdio = (loss?: Loss) => (loss === 'full' ? full : ('pipe' as const));
  const child = spawn(execPath, [program, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, XDG_DATA_HOME: cwd, NO_COLOR: '1', ...env },
    stdio: [losses.stdin === undefined ? 'ignore' : 'pipe', stdio(losses.stdout), stdio(losses.stderr)],
  });
  closeSync(full);
  child.stdin?.end(losses.stdin);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const rest = (stream: NodeJS.ReadableStream | null, loss?: Loss) =>
    stream && loss === undefined ? text(stream) : '';
  if (losses.stdout === 'closed') child.stdout?.destroy();
  if (losses.stderr === 'closed') child.stderr?.destroy();
  const received = Promise.all([rest(child.stdout, losses.stdout), rest(child.stderr, losses.stderr)]);
  const [code] = await once(child, 'close');
  const [stdout, stderr] = await received;
  return { code, stdout, stderr };
}
