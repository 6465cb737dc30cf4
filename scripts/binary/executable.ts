import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { execPath, platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { nativeAsset } from '../../src/binary/native-asset.ts';
import { projectRoot } from '../bundle.ts';
import { wholeProgram } from './program.ts';

const run = promisify(execFile);

/** Marks the place in Node's binary where the application is injected. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Builds this platform's executable from the running Node and returns its path. Works in a temporary folder
 * and moves the result into place at the end, so that a running executable keeps its file.
 */
export async function buildExecutable(folder = join(projectRoot, 'dist-binary')): Promise<string> {
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(folder, '.work-'));
  try {
    const blob = await application(work);
    const draft = join(work, platform === 'win32' ? 'gateway-sandbox.exe' : 'gateway-sandbox');
    await copyFile(execPath, draft);
    await chmod(draft, 0o755);
    await signed(draft, () => inject(draft, blob));
    const file = join(folder, platform === 'win32' ? 'gateway-sandbox.exe' : 'gateway-sandbox');
    await rename(draft, file);
    return file;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The blob to inject into Node: the compiled program and the native module. */
async function application(work: string): Promise<string> {
  // Appears in stack traces, and an absolute path would differ between builds.
  const main = 'gateway-sandbox.cjs';
  const output = 'sea.blob';
  await writeFile(join(work, main), await wholeProgram());
  const assets = { [nativeAsset]: nativeModule() };
  // NODE_OPTIONS is meant for the user's own Node. A `--require` in it would break the executable.
  const options = { disableExperimentalSEAWarning: true, useCodeCache: true, execArgvExtension: 'none' };
  await writeFile(join(work, 'sea.json'), JSON.stringify({ main, output, assets, ...options }));
  await run(execPath, ['--random-seed=1', '--experimental-sea-config', 'sea.json'], { cwd: work });
  return join(work, output);
}

/** better-sqlite3's native module for this platform, in its own lookup order: locally compiled ones first. */
function nativeModule(): string {
  const compiled = join(projectRoot, 'node_modules/better-sqlite3/build/Release', nativeAsset);
  if (existsSync(compiled)) return compiled;
  const file = join(projectRoot, 'node_modules/better-sqlite3/lib/binding.js');
  // The type of its own lookup function.
  const { getPrebuildPath } = createRequire(import.meta.url)(file) as { getPrebuildPath(): string | null };
  const path = getPrebuildPath();
  if (path === null) throw new Error(`better-sqlite3 has no binary for ${platform} ${process.arch}.`);
  return path;
}

async function inject(file: string, blob: string): Promise<void> {
  const postject = fileURLToPath(import.meta.resolve('postject/dist/cli.js'));
  const segment = platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : [];
  await run(execPath, [postject, file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse, ...segment]);
}

/** macOS refuses programs with an invalid signature, so Node's is removed and an ad-hoc signature added. */
async function signed(file: string, change: () => Promise<void>): Promise<void> {
  if (platform === 'darwin') await run('codesign', ['--remove-signature', file]);
  await change();
  if (platform === 'darwin') await run('codesign', ['--sign', '-', file]);
}
