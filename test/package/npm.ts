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
  /** The Node that runs it, and all that it starts: the one of the tests unless said. */
  readonly node?: string;
  /** Where npm keeps what it fetches and what `npx` installs: the user's own folder unless said. */
  readonly cache?: string;
}

/** Packs our package as it would be published; gives the file, which lies in this folder. */
export async function packInto(folder: string): Promise<string> {
  await succeeded(run(root, 'npm', ['pack', '--pack-destination', folder]));
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
}

/** Runs a program of Node to its end, in the environment of a user. */
export function run(
  cwd: string,
  program: 'npm' | 'npx' | 'node',
  args: readonly string[],
  { node = execPath, cache }: NpmOptions = {},
): Promise<ProgramEnd> {
  // npm is a script that takes the first `node` of the path.
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

/** What a program that ended well has printed; rejects with all that it said when it did not. */
export async function succeeded(ending: Promise<ProgramEnd>): Promise<string> {
  const { code, stdout, stderr } = await ending;
  if (code !== 0) throw new Error(`npm ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}
