import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/troubleshooting.md', 'utf8');
const sources = globSync(['src/**/*.ts', 'bin/*.js'])
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replaceAll('\\"', '"')
  .replaceAll('\\`', '`')
  .replaceAll(`$\{another}`, 'or name another file with --data');
const quotes = [...page.matchAll(/^> (.+)$/gm)].map(([, quote = '']) => quote);

test('The page quotes what the sandbox prints', () => {
  expect(quotes.length).toBeGreaterThan(20);
});

test.each(quotes)('Some source prints: %s', (quote) => {
  const parts = quote.split(/…|(?<=\.) /).map((part) => part.trim());
  const missing = parts.filter((part) => /\w{3} \w/.test(part) && !sources.includes(part));
  expect(missing).toEqual([]);
});
