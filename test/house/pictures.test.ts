import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { diagramFiles } from '../../scripts/docs/diagrams.ts';
import { pictures } from '../../scripts/pictures/tour.ts';

const page = readFileSync('docs/pages.md', 'utf8');
const shown = [...page.matchAll(/!\[[^\]]+\]\(pictures\/([a-z-]+\.png)\)/g)].map(([, name = '']) => name);

test('docs/pages.md shows each picture that is taken, once', () => {
  expect(shown.toSorted()).toEqual(
    Object.keys(pictures)
      .map((name) => `${name}.png`)
      .toSorted(),
  );
  const taken = readdirSync('docs/pictures').filter((name) => name.endsWith('.png'));
  expect(taken.toSorted()).toEqual(shown.toSorted());
});

test('a picture has less than 150 kB, and all of them less than 2.5 MB', () => {
  const sizes = shown.map((name) => statSync(`docs/pictures/${name}`).size);
  expect(Math.max(...sizes)).toBeLessThan(150_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_700_000);
});

test('each drawing is one that `npm run docs` makes, and a page shows it', () => {
  const drawn = readdirSync('docs/pictures').filter((name) => name.endsWith('.svg'));
  expect(drawn.map((name) => `docs/pictures/${name}`).toSorted()).toEqual(
    Object.keys(diagramFiles()).toSorted(),
  );
  const pages = globSync('docs/**/*.md')
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
  expect(drawn.filter((name) => !pages.includes(`/${name})`))).toEqual([]);
});
