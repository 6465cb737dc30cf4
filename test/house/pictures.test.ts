import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pictures } from '../../scripts/pictures/tour.ts';

const page = readFileSync('docs/pages.md', 'utf8');
const shown = [...page.matchAll(/!\[[^\]]+\]\(pictures\/([a-z-]+\.png)\)/g)].map(([, name = '']) => name);

test('docs/pages.md shows each picture that is taken, once', () => {
  expect(shown.toSorted()).toEqual(
    Object.keys(pictures)
      .map((name) => `${name}.png`)
      .toSorted(),
  );
  expect(readdirSync('docs/pictures').toSorted()).toEqual(shown.toSorted());
});

test('a picture has less than 120 kB, and all of them less than 2 MB', () => {
  const sizes = shown.map((name) => statSync(`docs/pictures/${name}`).size);
  expect(Math.max(...sizes)).toBeLessThan(120_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000);
});
