import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cases } from '../../src/audit/cases.ts';

test('docs/audit.md has every case, in the words of the code', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/audit.md'), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| `[a-z0-9-]+` \| .* \| .* \| .* \|$/.test(line));
  expect(rows).toEqual(
    cases.map(({ id, does, expects, proves }) => `| \`${id}\` | ${does} | ${expects} | ${proves} |`),
  );
});
