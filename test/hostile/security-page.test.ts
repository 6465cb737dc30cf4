import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('Every proof that SECURITY.md names is there', () => {
  const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const named = [...page.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(new Set(named).size).toBeGreaterThan(15);
  const missing = named.filter(
    (path) => !existsSync(join(root, `${path}.test.ts`)) && !existsSync(join(root, path)),
  );
  expect(missing).toEqual([]);
});
