import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { program, type Ready } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { endLater, isRunning } from '../support/detached.ts';

export const sandbox = 'gateway-sandbox start --port 0 --json';

/** Runs a command in the folder until its sandbox is ready. */
export async function startedIn(
  cwd: string,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ready & { readonly child: ReturnType<typeof spawnedIn>; readonly cwd: string }> {
  const child = spawnedIn(cwd, command, env);
  for await (const line of createInterface({ input: child.stdout })) {
    // Our own ready line.
    const ready = JSON.parse(line) as Ready;
    endLater(ready.pid);
    return { ...ready, child, cwd };
  }
  throw new Error('It ended before it was ready.');
}

/** A project with this package installed. */
export function projectWith(scripts: Readonly<Record<string, string>>): string {
  const cwd = testFolder();
  mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true });
  symlinkSync(program, join(cwd, 'node_modules/.bin/gateway-sandbox'));
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'app', scripts }));
  return cwd;
}

export function spawnedIn(
  cwd: string,
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
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
  return child;
}
