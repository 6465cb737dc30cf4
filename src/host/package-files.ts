import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The package root: the nearest folder with a `package.json`, from `src/host/` as well as `dist/`. */
export const packageRoot = rootAbove(new URL('.', import.meta.url));

/**
 * The text of a file that ships in the package, such as `fixtures/cards.json`. The standalone executable
 * replaces this module with one that embeds the files (scripts/binary/embedded-files.ts).
 */
export function packageFile(path: string): string {
  return readFileSync(new URL(path, packageRoot), 'utf8');
}

/** The names of the files in a folder of the package, such as `views/assets/`. */
export function packageFolder(path: string): string[] {
  return readdirSync(new URL(path, packageRoot));
}

function rootAbove(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : rootAbove(new URL('..', folder));
}
