import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { blocksOf } from '../support/doc-blocks.ts';

it('docs/demo.md shows the code of the shop as it is', () => {
  const sources = globSync('src/demo/*.ts').map((file) => readFileSync(file, 'utf8'));
  const shown = blocksOf('docs/demo.md').filter(({ language }) => language === 'ts');
  expect(shown).not.toEqual([]);
  for (const { code } of shown) expect(sources.some((source) => source.includes(code.trimEnd()))).toBe(true);
});
