import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

const nodeModules = join(import.meta.dirname, '../../node_modules');

/** A program's exit and all of its output. */
export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** Writes programs into a folder where our packages can be imported, and runs a command there. */
export async function runPrograms(
  files: Readonly<Record<string, string>>,
  [command = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(nodeModules, join(folder, 'node_modules'), 'junction');
  for (const [name, program] of Object.entries(files)) writeFileSync(join(folder, name), program);
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  return { code, output: (await said).join('') };
}
