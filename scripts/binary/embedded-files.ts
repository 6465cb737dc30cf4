import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { projectRoot } from '../bundle.ts';

/** The package files that the program reads. */
const patterns = [
  'llms.txt',
  'package.json',
  'fixtures/*.json',
  'fixtures/snippets/*',
  'src/store/migrations/*.sql',
  'views/assets/*',
  'views/styles/*',
];

/** Embeds the package files in the bundle, because an executable has no files next to it. */
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
