import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { customers } from '../../src/rehearse/customers.ts';

test('docs/rehearse.md has every customer, in the words of the code', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/rehearse.md'), 'utf8');
  const rows = page
    .split('\n')
    .filter((line) => /^\| `[a-z0-9-]+` \| .* \| (?:un)?paid \| .* \|$/.test(line));
  expect(rows).toEqual(
    customers.map(
      ({ id, does, expects, share, isTrouble }) =>
        `| \`${id}\` | ${does} | ${expects} | ${share}${isTrouble ? ', more in bad weather' : ''} |`,
    ),
  );
});
