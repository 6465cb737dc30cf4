import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { execPath, platform } from 'node:process';
import { userEnvironment } from '../support/package-user.ts';

const root = join(import.meta.dirname, '../..');

export interface ProgramEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface NpmOptions {
  /** The Node that runs it and all child processes (default: the one of the tests). */
  readonly node?: string;
  /** Where npm stores downloads and what `npx` installs (default: the user's own folder). */
  readonly cache?: string;
}

/** Packs our package as for publishing. Returns the file's path in this folder. */
export async function packInto(folder: string): Promise<string> {
  await succeeded(run(root, 'npm', ['pack', '--pack-destination', folder]));
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
}

/** Runs a Node program in a user's environment. */
export function run(
  cwd: string,
  program: 'npm' | 'npx' | 'node',
  args: readonly string[],
  { node = execPath, cache }: NpmOptions = {},
): Promise<ProgramEnd> {
  // npm is a script that uses the first `node` on the path.
  const path = [dirname(node), process.env.PATH].join(delimiter);
  const env = {
    ...userEnvironment(),
    PATH: path,
    NO_COLOR: '1',
    ...(cache !== undefined && { npm_config_cache: cache }),
  };
  const options = { cwd, env, shell: platform === 'win32' && program !== 'node', maxBuffer: 2 ** 24 };
  return new Promise((resolve) => {
    execFile(program, [...args], options, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? 1) : 0;
      resolve({ code, stdout, stderr });
    });
  });
}

/** The output of a successful program. Otherwise rejects with everything it printed. */
export async function succeeded(ending: Promise<ProgramEnd>): Promise<string> {
  const { code, stdout, stderr } = await ending;
  if (code !== 0) throw new Error(`npm ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}
