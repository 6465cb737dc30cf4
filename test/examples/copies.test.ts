import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { program } from '../support/cli.ts';

const copies: Readonly<Record<string, readonly string[]>> = {
  node: ['node-merchant/src/verify.mjs'],
  php: ['php-plain/src/verify.php', 'suites/php/verify.php'],
  python: ['python-stdlib/verify.py', 'suites/python/verify.py'],
};

/** Files that a framework loads next to other code have a namespace. */
const inNamespaces: readonly string[] = [
  'php-laravel-style/app/Services/verify.php',
  'woo-handler/payment-gateway-api/verify.php',
];

describe('Examples and guides verify with what the snippet prints', () => {
  test.each(Object.entries(copies))('%s: the same bytes', (lang, files) => {
    const text = printed(lang);
    for (const file of files) expect(readFileSync(join('examples', file), 'utf8'), file).toBe(text);
  });

  test.each(inNamespaces)('%s: the same, in a namespace', (file) => {
    const [head = '', code = ''] = printed('php').split(/(?<=declare\(strict_types=1\);\n\n)/);
    const text = readFileSync(join('examples', file), 'utf8');
    expect(text.startsWith(`${head}namespace `)).toBe(true);
    expect(text.endsWith(`;\n\n${code}`)).toBe(true);
  });

  test('and compute no HMAC of their own', () => {
    const hmac = /createHmac|hash_hmac|hmac\.new/;
    const verifies = [...Object.values(copies).flat(), ...inNamespaces].map((file) => `examples/${file}`);
    const sources = globSync('examples/**/*.{ts,mjs,js,php,py}').filter((file) => !verifies.includes(file));
    expect(sources.filter((file) => hmac.test(readFileSync(file, 'utf8')))).toEqual([]);
    const pages = globSync('{README.md,docs/*.md,docs/guides/*.md,examples/**/*.md}');
    // The demo shop shows its own source, and the guide to signatures the snippets themselves.
    const others = pages.filter((page) => !/docs\/(?:demo|guides\/signature)\.md$/.test(page));
    expect(others.filter((page) => hmac.test(readFileSync(page, 'utf8')))).toEqual([]);
  });
});

function printed(lang: string): string {
  return execFileSync(process.execPath, [program, 'snippet', 'verify', '--lang', lang], { encoding: 'utf8' });
}
