import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { dist, entrySources, projectRoot } from './bundle.ts';

/**
 * Writes the declarations that the entries reach to `dist/types/`.
 *
 * @throws Error if a declaration refers to a package that is not installed with ours: a bundled library's
 * types would silently become `any` for the user.
 */
export async function declareTypes(): Promise<void> {
  await mkdir(dist, { recursive: true });
  const all = await mkdtemp(join(dist, '.types-'));
  try {
    await compile(all);
    const entries = await publicEntries();
    const reached = await reachedFrom(entries, all);
    const kept = join(all, '.kept');
    for (const [path, text] of reached)
      await write(join(kept, forRequire(path)), text.replaceAll(localTypeScript, '$1.cjs$2'));
    for (const path of entries)
      await write(join(kept, path), `export * from './${basename(path, '.d.ts')}.cjs';\n`);
    await rm(join(dist, 'types'), { recursive: true, force: true });
    await rename(kept, join(dist, 'types'));
  } finally {
    await rm(all, { recursive: true, force: true });
  }
}

async function compile(outDir: string): Promise<void> {
  const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
  const options = ['--project', join(projectRoot, 'tsconfig.build.json'), '--outDir', outDir];
  try {
    await promisify(execFile)(execPath, [compiler, ...options], { cwd: projectRoot });
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string }; // Added by `execFile`.
    throw new Error(`The declarations do not compile:\n${stdout}`, { cause: error });
  }
}

/** The declaration files of the `exports`. The command line has no types. */
async function publicEntries(): Promise<string[]> {
  const sources = Object.entries(entrySources()).filter(([name]) => name !== 'cli');
  return sources.map(([, path]) => declarationOf(relative('src', path)));
}

async function reachedFrom(entries: readonly string[], folder: string): Promise<Map<string, string>> {
  const reached = new Map<string, string>();
  const given = await packagesOfTheUser();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    const text = await readFile(join(folder, path), 'utf8');
    for (const [, specifier = ''] of text.matchAll(specifiers)) {
      if (specifier.startsWith('.')) waiting.push(declarationOf(normalize(join(dirname(path), specifier))));
      else if (!given(specifier)) throw new Error(`The public types need ${specifier}, by ${path}.`);
    }
    reached.set(path, text);
  }
  return reached;
}

const specifiers = /(?:\bfrom |\bimport\(|^import )['"]([^'"]+)['"]/gm;

async function packagesOfTheUser(): Promise<(specifier: string) => boolean> {
  const text = await readFile(join(projectRoot, 'package.json'), 'utf8');
  // Our own file, which npm has already read.
  const manifest = JSON.parse(text) as Partial<Record<'dependencies' | 'peerDependencies', object>>;
  const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  return (specifier) =>
    isBuiltin(specifier) || names.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

function declarationOf(source: string): string {
  return source.replace(/\.(?:ts|js)$/, '.d.ts').replaceAll('\\', '/');
}

/** For `require`. An ES module imports the same code, so it has the same types. */
function forRequire(path: string): string {
  return path.replace(/\.ts$/, '.cts');
}

const localTypeScript = /((?:\bfrom |\bimport\(|^import )['"]\.[^'"]*)\.ts(['"])/gm;

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
