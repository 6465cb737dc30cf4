import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { platform } from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('better-sqlite3 is the one package that must be installed with ours', async () => {
  // npm has validated the file.
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<string, object>;
  expect(Object.keys(manifest.dependencies ?? {})).toEqual(['better-sqlite3']);
  expect(manifest).not.toHaveProperty('optionalDependencies');
  expect(manifest.scripts).not.toHaveProperty('install');
  expect(manifest.scripts).not.toHaveProperty('postinstall');
});

describe('The package', async () => {
  const files = await packedFiles();

  test.each([
    'LICENSE',
    'README.md',
    'bin/gateway-sandbox.js',
    'dist/THIRD-PARTY-NOTICES.txt',
    'dist/cli.cjs',
    'dist/index.cjs',
    'dist/index.js',
    'llms.txt',
    'package.json',
  ])('contains %s', (file) => {
    expect(files).toContain(file);
  });

  test.each(['fixtures/', 'src/store/migrations/', 'views/assets/', 'views/styles/'])(
    'contains files of %s',
    (folder) => {
      expect(files.filter((file) => file.startsWith(folder))).not.toEqual([]);
    },
  );

  test('contains nothing else', () => {
    const expected =
      /^(?:bin|dist|fixtures|views|src\/store\/migrations)\/|^llms\.txt$|^README(?:\.ar)?\.md$|^LICENSE$|^package\.json$/;
    expect(files.filter((file) => !expected.test(file))).toEqual([]);
  });
});

async function packedFiles(): Promise<string[]> {
  const options = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const npm = platform === 'win32' ? 'npm.cmd' : 'npm';
  const { stdout } = await promisify(execFile)(npm, options, { cwd: root, shell: platform === 'win32' });
  const packed: unknown = JSON.parse(stdout);
  // A list up to npm 11, and by the package's name from npm 12 on.
  const [first] = Object.values(packed as Record<string, { files: { path: string }[] }>);
  return (first?.files ?? []).map(({ path }) => path);
}
