import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { arabic } from '../../src/pages/words/words-ar.ts';
import { blocksOf } from '../support/doc-blocks.ts';

const read = (page: string) => readFileSync(page, 'utf8');

test('README.ar.md has the code of README.md, block by block', () => {
  const code = (page: string) => blocksOf(page).map(({ language, name, code }) => [language, name, code]);
  expect(code('README.ar.md')).toEqual(code('README.md'));
});

test('README.ar.md has the headings, the lists and the tables of README.md, and names the same things in them', () => {
  const shape = (page: string) =>
    read(page)
      .match(/^#{1,6} |^- |^\|.*$/gm)
      ?.map(named);
  expect(shape('README.ar.md')).toEqual(shape('README.md'));
});

test('README.ar.md is read from right to left, its code from left to right', () => {
  const pieces = read('README.ar.md').split(/^<div dir="rtl">$([\s\S]*?)^<\/div>$/m);
  const outside = pieces.filter((_, index) => index % 2 === 0).join('');
  const inside = pieces.filter((_, index) => index % 2 === 1).join('');
  expect(outside.replace(/^```[\s\S]*?^```$/gm, '').trim()).toBe('');
  expect(inside).not.toContain('```');
});

test('README.ar.md speaks of the pages in their own words', () => {
  const page = read('README.ar.md');
  const { openInbox, openDashboard, merchant, testCards, orders, steps } = arabic;
  const words = [openInbox, openDashboard, merchant, testCards, steps.code.label];
  for (const word of [...words, orders['callback-first'], orders['return-first']])
    expect.soft(page).toContain(word);
});

/** What a line has beside its words: the mark, and its code in the order in which it stands. */
function named(line: string): string {
  return [line.slice(0, 2).trim(), ...(line.startsWith('|') ? (line.match(/`[^`]+`/g) ?? []) : [])].join(' ');
}
