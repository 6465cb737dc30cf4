import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allAssumptions } from '../../src/compare/hidden.ts';
import { reportKind, reportVersion } from '../../src/comparison/report-format.ts';
import { startCheckout } from '../support/checkouts.ts';
import { testFolder } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const largestPage = 60 * 1024;
const largestScripts = 20 * 1024;

const pages = [
  '',
  'transactions',
  'transactions/100001',
  'requests',
  'requests/1',
  'requests/new',
  'callbacks',
  'callbacks/1',
  'inbox',
  'search?q=INV',
  'faults',
  'clock',
  'snapshots',
  'signature',
  'compatibility',
  'account',
  'settings',
  'help',
];

test('A page weighs at most 60 KB and its scripts 20 KB together, with full lists too', async () => {
  const sandbox = await fullSandbox();
  const heavy: Record<string, number> = {};
  for (const path of pages)
    for (const lang of ['en', 'ar']) {
      const { text, status } = await sandbox.fetch(`/_sandbox/${path}`, {
        headers: { 'accept-language': lang },
      });
      expect([path, status]).toEqual([path, 200]);
      const bytes = Buffer.byteLength(text);
      if (bytes > largestPage) heavy[`${path} ${lang}`] = bytes;
      const scripts = weightOf(text);
      if (scripts > largestScripts) heavy[`scripts of ${path}`] = scripts;
    }
  expect(heavy).toEqual({});
});

test('The page of settings weighs at most 60 KB whatever `compare` found, and whatever is asked of it', async () => {
  const compareReport = join(testFolder(), 'report.json');
  writeFileSync(compareReport, differentEverywhere());
  const sandbox = await freshSandbox({ compareReport });
  expect(await changeSettings(sandbox, (await sandbox.control('settings')).json)).toBeGreaterThan(25);
  for (const query of ['', '?open=statuses', '?show=assumptions', '?q=e', '?q=ن', '?only=changed'])
    for (const lang of ['en', 'ar']) {
      const { text } = await sandbox.fetch(`/_sandbox/settings${query}`, {
        headers: { 'accept-language': lang },
      });
      expect([query, lang, Buffer.byteLength(text)]).toEqual([query, lang, expect.toSatisfy(isLight)]);
    }
});

/** Sets each single value to another one that is allowed, if one of these is. Returns how many it changed. */
async function changeSettings(sandbox: TestSandbox, values: object, path: string[] = []): Promise<number> {
  const words = ['7m', 'strict', 'lenient', 'merge', 'fixed', 'documented', 'always', 'never', 'storm'];
  let changed = 0;
  for (const [name, value] of Object.entries(values)) {
    if (name === 'profile') continue;
    const at = [...path, name];
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      changed += await changeSettings(sandbox, value, at);
    const others = typeof value === 'boolean' ? [!value] : [Number(value) + 1, ...words, 'any', 'off'];
    if (await takesOne(sandbox, at, others)) changed += 1;
  }
  return changed;
}

async function takesOne(sandbox: TestSandbox, path: string[], values: unknown[]): Promise<boolean> {
  for (const value of values) {
    const change = path.reduceRight((inner, name) => ({ [name]: inner }), value);
    if ((await sandbox.control('settings', change, 'PATCH')).status === 200) return true;
  }
  return false;
}

/** A report in which every assumption is different, with long texts. */
function differentEverywhere(): string {
  const findings = allAssumptions.map((about) => ({
    about,
    verdict: 'contradicted',
    live: 'A '.repeat(150),
  }));
  return JSON.stringify({
    kind: reportKind,
    version: reportVersion,
    base_url: 'https://api.example.com',
    at: '2026-10-02T10:00:00.000Z',
    result: { findings, seen: { times: [] } },
  });
}

function isLight(bytes: number): boolean {
  return bytes <= largestPage;
}

/** Enough rows for a full page of each list. */
async function fullSandbox(): Promise<TestSandbox> {
  const sandbox = await freshSandbox();
  const url = { return_url: 'http://127.0.0.1:9/return' };
  for (let count = 1; count <= 55; count += 1) {
    await startCheckout(sandbox, 'cardgw', { ...url, invoice_no: `INV-2026-${count}` });
    await sandbox.control(`checkouts/token-${count}/approve`, { hold: true });
  }
  for (let count = 10; count < 60; count += 1)
    await sandbox.call('walletA/verify', {
      ...rightFields['walletA/verify'],
      mobile_number: `09123456${count}`,
    });
  return sandbox;
}

/** The total size of a page's scripts and their imports. What they load later, when it is needed, is left out. */
function weightOf(html: string): number {
  const names = [...html.matchAll(/<script type="module" src="[^"]*\/([^"/]+)"/g)].map(
    ([, name = '']) => name,
  );
  const all = new Map<string, number>();
  while (names.length > 0) {
    const name = names.pop() ?? '';
    // Generated at runtime.
    if (all.has(name) || name === 'words.js' || name === 'event-types.js') continue;
    const text = readFileSync(`views/assets/${name}`, 'utf8');
    all.set(name, Buffer.byteLength(text));
    names.push(
      ...[...text.matchAll(/^import (?:.* from )?'\.\/([^']+)'/gm)].map(([, imported = '']) => imported),
    );
  }
  return [...all.values()].reduce((sum, bytes) => sum + bytes, 0);
}
