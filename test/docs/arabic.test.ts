import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { arabic } from '../../src/pages/words/words-ar.ts';
import { blocksOf } from '../support/doc-blocks.ts';

const read = (page: string) => readFileSync(page, 'utf8');

test('README.ar.md has the code of README.md, block by block', () => {
  const code = (page: string) => blocksOf(page).map(({ language, name, code }) => [language, name, code]);
  expect(code('README.ar.md')).toEqual(code('README.md'));
});

const inArabic = ['README.md', 'docs/guides/qa.md', 'docs/guides/qa-checklist.md'].map(
  (page) => [page.replace('.md', '.ar.md'), page] as const,
);

test.each(inArabic)(
  '%s has the headings, lists and tables of %s, and the same code in them',
  (arab, page) => {
    const shape = (each: string) =>
      read(each)
        .match(/^#{1,6} |^- |^\|.*$/gm)
        ?.map(named);
    expect(shape(arab)).toEqual(shape(page));
  },
);

test.each(inArabic)('%s is read from right to left, its code from left to right', (page) => {
  const pieces = read(page).split(/^<div dir="rtl">$([\s\S]*?)^<\/div>$/m);
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

test('docs/guides/qa.ar.md calls the tester tools by the names that they have on the page', () => {
  const page = read('docs/guides/qa.ar.md');
  const { tools, toolActions, orders, holds, tamper, copies, delay } = arabic;
  const names = [
    tools,
    tamper,
    copies,
    delay,
    holds.hold,
    ...Object.values(toolActions),
    ...Object.values(orders),
  ];
  for (const name of names) expect.soft(page).toContain(name.replace(/:.*/, ''));
});

/** A line's parts besides its words: the list mark, and the inline code in order. */
function named(line: string): string {
  return [line.slice(0, 2).trim(), ...(line.startsWith('|') ? (line.match(/`[^`]+`/g) ?? []) : [])].join(' ');
}
