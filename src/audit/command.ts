import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { AuditError } from './verdict.ts';

export interface CommandOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
}

/** Runs a shell command and returns its output. Throws `AuditError` if it fails or times out. */
export async function printedBy(command: string, { env, timeoutMs }: CommandOptions): Promise<string> {
  const child = spawn(command, {
    shell: true,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]).catch(() => ['', '']);
  // Child processes of the command may outlive it and keep its output open.
  child.once('exit', (_, signal) => {
    if (signal !== null) for (const stream of [child.stdout, child.stderr]) stream.destroy();
  });
  // The documented arguments of `close`.
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  const [stdout = '', stderr = ''] = await said;
  if (code === 0) return stdout;
  const end = child.killed
    ? `took longer than ${timeoutMs / 1000} s`
    : `ended with ${signal ?? `code ${code}`}`;
  const lastWords = (stderr.trim() || stdout.trim()).slice(-300);
  throw new AuditError(`The command \`${command}\` ${end}${lastWords === '' ? '.' : `: ${lastWords}`}`);
}
