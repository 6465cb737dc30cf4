import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sources = globSync('src/**/*.ts', { cwd: root }).map((path) => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(join(root, path), 'utf8'),
}));

function filesWith(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

describe('The sources', () => {
  it('cast nothing through `unknown`', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(filesWith(/\bas unknown as\b/)).toEqual([]);
  });

  it('bind the values of a query in one way, and limit its rows in one way', () => {
    expect(filesWith(/sql\.placeholder/)).toEqual(['src/store/statements.ts']);
    expect(filesWith(/\.limit\((?!boundLimit\()/)).toEqual([]);
  });
});
