import { spawnSync } from 'node:child_process';
import { platform } from 'node:process';

/** One form of the sandbox in one environment. */
export interface Trial {
  readonly form: string;
  readonly where: string;
  /** The programs that it needs. */
  readonly needs: readonly string[];
  /** Returns a text to print instead of "works", or nothing. Throws on failure. */
  readonly run: () => string | Promise<string>;
}

export async function tried(trial: Trial): Promise<{ readonly result: string; readonly ok: boolean }> {
  const lacking = lackOf(trial);
  if (lacking !== undefined) return { result: `skipped: ${lacking}`, ok: true };
  try {
    const more = await trial.run();
    return { result: more === '' ? 'works' : more, ok: true };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { result: `FAILED: ${why.replace(/\s+/g, ' ').trim()}`, ok: false };
  }
}

function lackOf({ needs }: Trial): string | undefined {
  if (needs.length === 0) return undefined;
  if (platform !== 'linux') return 'this is not Linux';
  if (needs.includes('root') && process.getuid?.() !== 0) return 'this user is not root';
  const missing = needs.find((name) => name !== 'root' && !isInstalled(name));
  return missing && `${missing} is not installed here`;
}

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;
}

interface Options {
  /** The whole environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs a command and returns its output. Throws the output if the exit code is not 0. */
export function succeeded(command: string, args: readonly string[], { env = {}, cwd }: Options = {}): string {
  const { status, stdout, stderr } = spawnSync(command, [...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
    timeout: 180_000,
    ...(cwd !== undefined && { cwd }),
  });
  if (status === 0) return stdout;
  throw new Error(`${stdout}${stderr}`.trim() || `${command} ended with ${status}`);
}

/** Starts a sandbox on a free port, checks its health from a separate process, and ends it. */
export function probe(program: string): string[] {
  return [program, 'exec', '--', program, 'health'];
}
