import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { oncePerRun } from '../support/once-per-run.ts';
import { type Installed, installPackage, npmInstall } from './install.ts';
import { type NpmOptions, type ProgramEnd, run } from './npm.ts';
import { packedFile } from './packed.ts';

const vitest = join(import.meta.dirname, '../../node_modules/vitest');

/** A merchant's project with our packed file installed, and the tools that users run with it. */
export interface MerchantProject {
  readonly folder: string;
  readonly installed: Installed;
  readonly write: (file: string, text: string) => void;
  /** Runs `npm`, `npx` or `node` in the project. */
  readonly run: (
    program: 'npm' | 'npx' | 'node',
    args: readonly string[],
    options?: NpmOptions,
  ) => Promise<ProgramEnd>;
}

/** The project of this run, with everything the tests install, so that npm runs only twice. */
export async function merchantProject(): Promise<MerchantProject> {
  const folder = await oncePerRun('shop', installInto);
  return {
    folder,
    // Written by `installInto`.
    installed: JSON.parse(readFileSync(join(folder, 'installed.json'), 'utf8')) as Installed,
    write: (file, text) => writeIn(folder, file, text),
    run: (program, args, options) => run(folder, program, args, options),
  };
}

async function installInto(folder: string): Promise<void> {
  const installed = await installPackage(folder, await packedFile());
  writeIn(folder, 'installed.json', JSON.stringify(installed));
  await npmInstall(folder, '--ignore-scripts', 'jest@30', '@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3');
  // Our own copy, because it is large and already installed.
  symlinkSync(vitest, join(folder, 'node_modules/vitest'), 'junction');
}

function writeIn(folder: string, file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}
