import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = (name: string) =>
  readFileSync(new URL(`../../docs/reference/${name}.md`, import.meta.url), 'utf8').replaceAll('\n', ' ');

test.each([
  ['errors', 'a body over 64 KiB 413'],
  ['errors', '403 `HOST_NOT_ALLOWED`'],
  ['errors', 'only the process is locked, not the number'],
  ['gaps', '413 for a body over 64 KiB'],
  ['gaps', '`errors.without-code`'],
  ['gaps', 'Every profile accepts plain HTTP and local addresses'],
  ['gaps', 'Leading zeros are accepted and echoed'],
  ['gaps', 'does not count as an attempt'],
  ['gaps', 'Without valid keys, a response only shows which paths and methods exist'],
  ['gaps', '0.0.0.0'],
])('The reference page %s says: %s', (name, words) => {
  expect(page(name)).toContain(words);
});
