import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pid } from 'node:process';
import { type OutputAsset, type OutputChunk, type OutputOptions, rolldown } from 'rolldown';
import { configJsonSchema } from '../src/config/config-schema.ts';
import { compiledViews } from './compile-views.ts';
import { notices } from './notices.ts';
import { ownLines } from './own-lines.ts';

export const projectRoot = join(import.meta.dirname, '..');
export const dist = join(projectRoot, 'dist');

/** What the package offers, by the name of its file in `dist/`. */
const entries: Readonly<Record<string, string>> = {
  cli: 'src/cli/main.ts',
  index: 'src/index.ts',
  client: 'src/client.ts',
  playwright: 'src/playwright.ts',
  vitest: 'src/vitest.ts',
};

/** The sources of the entries that exist. */
export function entrySources(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries).filter(([, path]) => existsSync(join(projectRoot, path))),
  );
}

/**
 * Bundles the sources and all libraries but the native one into `dist/`, for `require`; what users import has a module
 * beside it that hands on the same (docs/adr/0012). Every file lies in `dist/` itself, so that `../` of its URL is the
 * package's root, as it is for the files of `src/`.
 */
export async function bundle(): Promise<void> {
  const output = await outputOf(entrySources());
  const chunks = output.filter((file) => file.type === 'chunk');
  await publish(
    new Map([
      ...inOrder(output),
      ...chunks.filter(({ isEntry, name }) => isEntry && name !== 'cli').map(forImport),
      ['THIRD-PARTY-NOTICES.txt', await notices(chunks.flatMap(({ moduleIds }) => moduleIds))],
      ['config.schema.json', `${JSON.stringify(configJsonSchema(), null, 2)}\n`],
    ]),
  );
}

/** Bundles other modules in the same way into a folder of the package, for tests of what a bundle does. */
export async function bundleInto(folder: string, input: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of inOrder(await outputOf(input))) await writeFile(join(folder, name), content);
}

/** The module that hands on what an entry exports: one copy of it serves `import` and `require`. */
function forImport({ name, exports }: OutputChunk): [string, string] {
  const code = `import entry from './${name}.cjs';\nexport const { ${exports.join(', ')} } = entry;\n`;
  return [`${name}.js`, code];
}

const forRequire: OutputOptions = {
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  // With the names that stack traces tell: the package is to stay small beside the native module.
  minify: { mangle: { keepNames: true } },
};

async function outputOf(input: Readonly<Record<string, string>>) {
  const build = await rolldown({
    cwd: projectRoot,
    input,
    platform: 'node',
    external: ['better-sqlite3', 'playwright-core', '@playwright/test'],
    plugins: [compiledViews],
    transform: { target: 'node22' },
    tsconfig: false,
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  const { output } = await build.generate({
    ...forRequire,
    sourcemap: true,
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await build.close();
  return output;
}

/** Chunks before the entries that name them. */
function inOrder(output: readonly (OutputChunk | OutputAsset)[]): [string, string | Uint8Array][] {
  const isEntry = (file: OutputChunk | OutputAsset) => Number(file.type === 'chunk' && file.isEntry);
  return output
    .toSorted((a, b) => isEntry(a) - isEntry(b))
    .flatMap((file): [string, string | Uint8Array][] => {
      if (file.type === 'asset') return [];
      const map: [string, string][] = file.map ? [[`${file.fileName}.map`, ownLines(file.map)]] : [];
      return [...map, [file.fileName, file.code]];
    });
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
