import { globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Every documentation page, relative to the repository's root. */
export const pages: readonly string[] = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md'], {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
})
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted();
