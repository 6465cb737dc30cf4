import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { ownGroup, signalGroup } from '../host/process-group.ts';
import { clearTimeout, later, setTimeout } from '../host/timers.ts';
import { AuditError, Refused } from './verdict.ts';

export interface CommandOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
}

/** How long a command may take to end once it is asked to, and the rest of its output to arrive. */
const graceMs = 300;

/** Runs a shell command and returns its output. Throws `AuditError` if it fails or times out. */
export async function printedBy(command: string, { env, timeoutMs }: CommandOptions): Promise<string> {
  const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'], ...ownGroup });
  const [stdout, stderr] = [outputOf(child.stdout), outputOf(child.stderr)];
  const { code, signal, isLate } = await ended(child, timeoutMs);
  const [printed, complaint] = [stdout(), stderr()];
  if (code === 0 && !isLate) return printed;
  const end = isLate ? `took longer than ${timeoutMs / 1000} s` : `ended with ${signal ?? `code ${code}`}`;
  const lastWords = (complaint.trim() || printed.trim()).slice(-300);
  const Failed = isLate ? AuditError : Refused;
  throw new Failed(`The command \`${command}\` ${end}${lastWords === '' ? '.' : `: ${lastWords}`}`);
}

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly isLate: boolean;
}

/** Waits until the command ends, which it does in time. What it leaves in the background may run on. */
async function ended(child: ChildProcess, timeoutMs: number): Promise<End> {
  const forget = endedWithUs(child);
  // From now on, because it may come together with `exit`.
  const closed = once(child, 'close').catch(() => undefined);
  let isLate = false;
  let last: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => {
    isLate = true;
    signalGroup(child, 'SIGTERM');
    last = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  }, timeoutMs);
  // The documented arguments of `exit`.
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  const patience = new AbortController();
  // A process that the command left behind may hold its output open.
  await Promise.race([closed, later(graceMs, undefined, patience).catch(() => undefined)]);
  patience.abort();
  clearTimeout(last);
  if (isLate) signalGroup(child, 'SIGKILL');
  forget();
  return { code, signal, isLate };
}

/** Collects what a stream says until it is asked for it. The rest is read too, so that its writer can go on. */
function outputOf(stream: Readable): () => string {
  let text = '';
  const keep = (more: string) => {
    text += more;
  };
  stream.setEncoding('utf8').on('data', keep);
  return () => {
    stream.off('data', keep);
    // A pipe is a socket, but its type does not say so.
    (stream as Socket).unref();
    return text;
  };
}

const running = new Set<ChildProcess>();
const endAll = () => {
  for (const child of running) signalGroup(child, 'SIGTERM');
};

/** Ends the command if this process exits. One listener serves all: a rehearsal runs many commands at once. */
function endedWithUs(child: ChildProcess): () => void {
  if (running.size === 0) process.on('exit', endAll);
  running.add(child);
  return () => {
    running.delete(child);
    if (running.size === 0) process.off('exit', endAll);
  };
}
