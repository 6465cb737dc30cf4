import { globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { stylesheet, stylesheets } from '../../src/pages/stylesheet.ts';

const pages = [...globSync('views/**/*.{eta,js}'), ...globSync('src/pages/**/*.ts')];
const used = pages.map((file) => readFileSync(file, 'utf8')).join('\n');
/** Words in templates and scripts, including prefixes such as `kind-` for class names with a variable end. */
const words = new Set(used.match(/[\w-]+/g));

/** Class names that are completed at run time, from a model. */
const composed = [...words].filter((word) => word.endsWith('-') && used.includes(`${word}<%=`));
const composedInCode = [...used.matchAll(/([\w-]+-)\$\{/g)].map(([, start = '']) => start);

describe('The stylesheet', () => {
  test('is made of every file of views/styles', () => {
    expect(stylesheets.map((name) => `${name}.css`).toSorted()).toEqual(
      readdirSync('views/styles').toSorted(),
    );
  });

  test.each(stylesheets)('%s.css is of one layer', (name) => {
    const file = readFileSync(`views/styles/${name}.css`, 'utf8');
    expect(file).toMatch(/^@layer [a-z]+ \{\n {2}.*\n\}\n$/s);
    expect(file.match(/^\S/gm)).toEqual(['@', '}']);
  });

  test('has a rule only for what a page has', () => {
    const starts = [...composed, ...composedInCode];
    const isUsed = (name: string) =>
      words.has(name) || words.has(inDataset(name)) || starts.some((start) => name.startsWith(start));
    expect(selectedNames(stylesheet()).filter((name) => !isUsed(name))).toEqual([]);
  });

  test('uses a custom property only where one is set, and sets none that nobody uses', () => {
    const css = stylesheet();
    const set = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    const read = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
    expect([...read].filter((name) => !set.has(name))).toEqual([]);
    expect([...set].filter((name) => !read.has(name))).toEqual([]);
  });
});

/** The classes, ids and `data-` attributes that rules select. */
function selectedNames(css: string): string[] {
  const code = css.replaceAll(/\/\*.*?\*\//gs, '');
  const selectors = [...code.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector.trim());
  const rules = selectors.filter((selector) => !selector.startsWith('@'));
  const names = rules.flatMap((rule) => rule.match(/(?<=[.#])[a-z][\w-]*|(?<=\[)data-[\w-]+/gi) ?? []);
  return [...new Set(names)].toSorted();
}

/** A `data-` attribute's name in scripts: `data-late-note` is `lateNote`. */
function inDataset(name: string): string {
  return name.replace(/^data-/, '').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
