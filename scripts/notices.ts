import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The licenses of the bundled libraries, which must be included when the code is distributed.
 *
 * @param moduleIds absolute paths of all bundled modules
 * @throws Error if a library has no license text
 */
export async function notices(moduleIds: readonly string[]): Promise<string> {
  const folders = new Set(moduleIds.flatMap((id) => packageFolder.exec(id)?.[1] ?? []));
  const texts = await Promise.all([...folders].sort().map(notice));
  return ['gateway-sandbox contains these libraries.\n', ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}

/** The innermost package of a path: `…/node_modules/name` or `…/node_modules/@scope/name`. */
const packageFolder = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

async function notice(folder: string): Promise<string> {
  // Every installed package has both.
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
  const path = file ? join(folder, file) : standardText(manifest);
  return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${(await readFile(path, 'utf8')).trim()}\n`;
}

/** drizzle-orm ships without its license text. TypeScript's file contains the same text. */
function standardText(manifest: Manifest): string {
  if (manifest.license === 'Apache-2.0')
    return join(import.meta.dirname, '../node_modules/typescript/LICENSE');
  throw new Error(`${manifest.name} is bundled and has no licence file.`);
}
