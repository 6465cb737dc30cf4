import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, succeeded } from './npm.ts';

/** What npm installs for our package alone. */
export interface Installed {
  readonly bytes: number;
  /** The packages in npm's lockfile, by their path in `node_modules`. */
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
}

/** Creates a project in a folder and installs only our packed file. */
export async function installPackage(folder: string, packed: string): Promise<Installed> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"shop","private":true}');
  await npmInstall(folder, packed);
  // npm's documented format.
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Installed;
  return { bytes: bytesUnder(join(folder, 'node_modules')), packages };
}

export async function npmInstall(folder: string, ...args: readonly string[]): Promise<void> {
  const quick = ['--no-audit', '--no-fund', '--prefer-offline', '--save-dev'];
  await succeeded(run(folder, 'npm', ['install', ...quick, ...args]));
}

export function bytesUnder(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
