import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';

const root = join(import.meta.dirname, '../..');
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');

/** Formats a generated module like `npm run format`. */
export function formatted(file: string, code: string): string {
  const { stdout, stderr, status } = spawnSync(execPath, [biome, 'format', `--stdin-file-path=${file}`], {
    cwd: root,
    input: code,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Biome cannot format ${file}: ${stderr}`);
  return stdout;
}
