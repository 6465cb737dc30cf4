import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { program } from '../support/cli.ts';

const copies: Readonly<Record<string, readonly string[]>> = {
  node: ['examples/node-merchant/src/verify.mjs', 'src/demo/verify.mjs'],
  php: ['examples/php-plain/src/verify.php', 'examples/suites/php/verify.php'],
  python: ['examples/python-stdlib/verify.py', 'examples/suites/python/verify.py'],
};

/** Files that a framework loads next to other code have a namespace. */
const inNamespaces: readonly string[] = [
  'examples/php-laravel-style/app/Services/verify.php',
  'examples/woo-handler/payment-gateway-api/verify.php',
];

describe('Examples, guides and the demo shop verify with what the snippet prints', () => {
  test.each(Object.entries(copies))('%s: the same bytes', (lang, files) => {
    const text = printed(lang);
    for (const file of files) expect(readFileSync(file, 'utf8'), file).toBe(text);
  });

  test.each(inNamespaces)('%s: the same, in a namespace', (file) => {
    const [head = '', code = ''] = printed('php').split(/(?<=declare\(strict_types=1\);\n\n)/);
    const text = readFileSync(file, 'utf8');
    expect(text.startsWith(`${head}namespace `)).toBe(true);
    expect(text.endsWith(`;\n\n${code}`)).toBe(true);
  });

  test('and compute no HMAC of their own', () => {
    const hmac = /createHmac|hash_hmac|hmac\.new/;
    const verifies = [...Object.values(copies).flat(), ...inNamespaces];
    const sources = globSync('{examples,src/demo}/**/*.{ts,mjs,js,php,py}').filter(
      (file) => !verifies.includes(file),
    );
    expect(sources.filter((file) => hmac.test(readFileSync(file, 'utf8')))).toEqual([]);
    const pages = globSync('{README.md,docs/*.md,docs/guides/*.md,examples/**/*.md}');
    // The signature guide shows the snippets themselves.
    const others = pages.filter((page) => !page.endsWith('docs/guides/signature.md'));
    expect(others.filter((page) => hmac.test(readFileSync(page, 'utf8')))).toEqual([]);
  });
});

function printed(lang: string): string {
  return execFileSync(process.execPath, [program, 'snippet', 'verify', '--lang', lang], { encoding: 'utf8' });
}
