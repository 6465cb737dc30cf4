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
  const found = sources('{src,views/assets}/**/*.{ts,js}', generated).flatMap(listsOf);
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

it('A function is written once', () => {
  const files = new Map<string, string[]>();
  for (const file of sources('src/**/*.ts', anotherLanguage))
    for (const [, name, rest = ''] of readFileSync(join(root, file), 'utf8').matchAll(functions)) {
      // The type of the result may be looser in a copy.
      const same = rest.replace(/\)(?:: [^\n]*)? \{\n/, ') {\n').replace(/\s+/g, ' ');
      files.set(same, [...(files.get(same) ?? []), `${name} of ${file}`]);
    }
  expect(files.size).toBeGreaterThan(1000);
  expect([...files.values()].filter((copies) => copies.length > 1)).toEqual([]);
});

/** With its parameters and body, without its name. */
const functions = /^(?:export )?(?:async )?function (\w+)(.*?\n\})/gms;

/** Made from the lists. */
const generated = /^src\/client\/(?:answer-shapes|contract|start-options)\.ts/;

/** Each file writes tests in another language, with its own quoting. */
const anotherLanguage = /^src\/pages\/export\//;

/** Without the demo shop, an app that knows nothing of the sandbox. */
function sources(pattern: string, except: RegExp): string[] {
  return globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('src/demo/') && !except.test(file));
}

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
