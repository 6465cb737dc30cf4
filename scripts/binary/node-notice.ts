import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execPath, version } from 'node:process';
import { projectRoot } from '../bundle.ts';

/** The license of the Node in the executable: its text, or where to find it if this Node came without. */
export function nodeNotice(): string {
  const asPackage = globSync('node_modules/node/node_modules/node-*/LICENSE', { cwd: projectRoot });
  const asArchive = [join(dirname(execPath), '../LICENSE'), join(dirname(execPath), 'LICENSE')];
  const file = [...asPackage.map((path) => join(projectRoot, path)), ...asArchive].find((path) =>
    existsSync(path),
  );
  const text =
    file === undefined
      ? `See https://github.com/nodejs/node/blob/${version}/LICENSE.`
      : readFileSync(file, 'utf8');
  return `This executable contains Node.js ${version}.\n\n${text.trim()}\n`;
}
