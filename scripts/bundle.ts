import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pid } from 'node:process';
import { type OutputAsset, type OutputChunk, rolldown } from 'rolldown';
import { configJsonSchema } from '../src/config-schema.ts';
import { notices } from './notices.ts';

export const projectRoot = join(import.meta.dirname, '..');
export const dist = join(projectRoot, 'dist');

/** What the package offers, by the name of its file in `dist/`. */
const entries: Readonly<Record<string, string>> = {
  cli: 'src/cli/main.ts',
  index: 'src/index.ts',
  client: 'src/client.ts',
  playwright: 'src/playwright.ts',
};

/** The sources of the entries that exist. */
export function entrySources(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries).filter(([, path]) => existsSync(join(projectRoot, path))),
  );
}

/**
 * Bundles the sources and all libraries but the native one into `dist/`. Every file lies in `dist/` itself, so that
 * `../` of its URL is the package's root, as it is for the files of `src/`.
 */
export async function bundle(): Promise<void> {
  const build = await rolldown({
    cwd: projectRoot,
    input: entrySources(),
    platform: 'node',
    external: ['better-sqlite3', 'playwright-core', '@playwright/test'],
    transform: { target: 'node22' },
    tsconfig: false,
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await build.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  await publish(
    new Map([
      ...inOrder(output),
      ['THIRD-PARTY-NOTICES.txt', await notices(modules)],
      ['config.schema.json', `${JSON.stringify(configJsonSchema(), null, 2)}\n`],
    ]),
  );
}

/** Chunks before the entries that name them. */
function inOrder(output: readonly (OutputChunk | OutputAsset)[]): [string, string | Uint8Array][] {
  const isEntry = (file: OutputChunk | OutputAsset) => Number(file.type === 'chunk' && file.isEntry);
  return output
    .toSorted((a, b) => isEntry(a) - isEntry(b))
    .map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]);
}

/**
 * Puts the files in place one by one, each whole, and takes away at the end what is not theirs: a sandbox that starts
 * meanwhile finds the old bundle or the new one, never a half.
 */
async function publish(files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
  await mkdir(dist, { recursive: true });
  for (const [name, content] of files) await place(name, content);
  const stale = (await readdir(dist)).filter((name) => !files.has(name) && name !== 'types');
  await Promise.all(stale.map((name) => rm(join(dist, name), { recursive: true, force: true })));
}

async function place(name: string, content: string | Uint8Array): Promise<void> {
  const path = join(dist, name);
  const unchanged = existsSync(path) && (await readFile(path)).equals(Buffer.from(content));
  if (unchanged) return;
  const draft = join(dist, `.${name}.${pid}`);
  await writeFile(draft, content);
  await rename(draft, path);
}
