import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Lists and unions of texts. */
const lists =
  /(?:export const (\w+) = )?(\[\s*'[^'\n]+'(?:,\s*'[^'\n]+')+,?\s*\]|'[^'\n]+'(?:\s*\|\s*'[^'\n]+')+)/g;

interface List {
  readonly file: string;
  readonly name: string | undefined;
  readonly values: string;
}

it('A list that is exported is written nowhere else', () => {
  const found = globSync('{src,views/assets}/**/*.{ts,js}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((file) => !mayRepeat.test(file))
    .flatMap(listsOf);
  const copies = found
    .filter(({ name }) => name !== undefined)
    .flatMap((list) =>
      found
        .filter((other) => other !== list && other.values === list.values)
        .map(({ file }) => `${file}: ${list.name} of ${list.file}`),
    );
  expect(found.filter(({ name }) => name === 'transactionStatuses')).toHaveLength(1);
  expect(copies).toEqual([]);
});

/** Generated from the lists, or an app that knows nothing of the sandbox. */
const mayRepeat = /^src\/(?:client\/(?:answer-shapes|contract|start-options)\.ts|demo\/)/;

function listsOf(file: string): List[] {
  const code = readFileSync(join(root, file), 'utf8').replace(/\/\*\*.*?\*\/|^\s*\/\/.*$/gms, '');
  return [...code.matchAll(lists)].map(([, name, list = '']) => ({
    file,
    name,
    values: [...list.matchAll(/'([^']+)'/g)]
      .map(([, value]) => value)
      .toSorted()
      .join(' '),
  }));
}
