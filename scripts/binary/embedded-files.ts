import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { projectRoot } from '../bundle.ts';

/** What the program reads of its package. */
const patterns = [
  'package.json',
  'fixtures/*.json',
  'fixtures/snippets/*',
  'src/store/migrations/*.sql',
  'views/assets/*',
  'views/styles/*',
];

/** Puts the files of the package into the bundle: an executable lies alone. */
export function embeddedFiles(more: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'embedded-files',
    load: {
      filter: { id: /[\\/]src[\\/]host[\\/]package-files\.ts$/ },
      handler: () => `
        const files = ${JSON.stringify({ ...packageFiles(), ...more })};
        export const packageRoot = new URL('./', import.meta.url);
        export function packageFile(path) {
          return files[path];
        }
        export function packageFolder(folder) {
          return Object.keys(files).filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
        }`,
    },
  };
}

function packageFiles(): Record<string, string> {
  const paths = globSync(patterns, { cwd: projectRoot }).map((path) => path.replaceAll('\\', '/'));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(projectRoot, path), 'utf8')]));
}
