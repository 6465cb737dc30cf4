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

/** The package's entry points, by file name in `dist/`. */
const entries: Readonly<Record<string, string>> = {
  cli: 'src/cli/main.ts',
  index: 'src/index.ts',
  client: 'src/client.ts',
  playwright: 'src/playwright.ts',
  vitest: 'src/vitest.ts',
};

/** The sources of the existing entries. */
export function entrySources(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries).filter(([, path]) => existsSync(join(projectRoot, path))),
  );
}

/**
 * Bundles the sources and all libraries except the native one into `dist/` as CommonJS. For `import`, each
 * entry has a module that re-exports it (docs/adr/0012). All files are directly in `dist/`, so that `../` is
 * the package root, as it is from `src/`.
 */
export async function bundle(): Promise<void> {
  const output = await outputOf(entrySources());
  const chunks = output.filter((file) => file.type === 'chunk');
  await publish(
    new Map([
      ...inOrder(output),
      ...chunks.filter(({ isEntry, name }) => isEntry && name !== 'cli').map(forImport),
      ['THIRD-PARTY-NOTICES.txt', await notices(chunks.flatMap(({ moduleIds }) => moduleIds))],
      ['config.schema.json', `${JSON.stringify(configJsonSchema())}\n`],
    ]),
  );
}

/** Bundles other modules in the same way into a folder of the package. For tests of the bundle's behavior. */
export async function bundleInto(folder: string, input: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of inOrder(await outputOf(input))) await writeFile(join(folder, name), content);
}

/** Re-exports an entry for `import`, so that `import` and `require` share one copy. */
function forImport({ name, exports }: OutputChunk): [string, string] {
  const code = `import entry from './${name}.cjs';\nexport const { ${exports.join(', ')} } = entry;\n`;
  return [`${name}.js`, code];
}

const forRequire: OutputOptions = {
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  // Minifies to stay small next to the native module. Keeps the names for stack traces, and line breaks because
  // Node prints the whole source line of an uncaught error above its message.
  minify: { mangle: { keepNames: true }, codegen: { removeWhitespace: false } },
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

/** Chunks before the entries that refer to them. */
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
 * Replaces the files one at a time and deletes old ones at the end. A sandbox that starts meanwhile finds the
 * old or the new bundle, never a mix.
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
