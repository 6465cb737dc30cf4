import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

type Case = readonly [file: string, code: string];

const root = join(import.meta.dirname, '../..');

const wrongWay = imports([
  ['src/protocol/amount.ts', '../gateways/index.ts', '../clock.ts', '../http/app.ts'],
  ['src/gateways/cardgw.ts', '../store/store.ts', '../flows/otp.ts', '../settings.ts'],
  ['src/runtime/clock.ts', './store/store.ts', './flows/otp.ts'],
  ['src/net/exchange.ts', '../callbacks/outbox.ts', '../store/store.ts', '../cli/main.ts'],
  ['src/runtime/runtime.ts', './http/app.ts', './sandbox.ts'],
  ['src/store/events.ts', '../journal/journal.ts', '../callbacks/outbox.ts'],
  ['src/journal/journal.ts', '../callbacks/outbox.ts', '../flows/otp.ts'],
  ['src/faults/rules.ts', '../journal/journal.ts', '../flows/otp.ts'],
  ['src/callbacks/outbox.ts', '../flows/otp.ts', '../faults/rules.ts'],
  ['src/flows/otp.ts', '../http/app.ts', '../sandbox.ts'],
  ['src/sandbox/app.ts', '../sandbox.ts', '../cli/main.ts'],
  ['src/pages/checkout/routes.ts', '../../cli/main.ts'],
  ['src/audit/cases.ts', '../callbacks/tamper.ts', '../http/app.ts', '../sandbox.ts', '../cli/main.ts'],
  ['src/sandbox/sandbox.ts', './cli/main.ts'],
  ['src/index.ts', './cli/main.ts'],
  ['src/intercept/proxy.ts', '../cli/main.ts'],
]);

const rightWay = imports([
  ['src/gateways/cardgw.ts', '../spec/amount.ts'],
  ['src/runtime/clock.ts', './spec/duration.ts'],
  ['src/store/events.ts', '../gateways/index.ts', '../clock.ts'],
  ['src/journal/journal.ts', '../store/store.ts'],
  ['src/callbacks/outbox.ts', '../journal/journal.ts', '../net/exchange.ts'],
  ['src/audit/exchange.ts', '../net/exchange.ts'],
  ['src/flows/otp.ts', '../callbacks/outbox.ts', '../runtime.ts'],
  ['src/pages/checkout/routes.ts', '../../flows/checkout.ts'],
  ['src/sandbox/sandbox.ts', './http/app.ts'],
  ['src/intercept/proxy.ts', '../http/server.ts', '../tls/certificate.ts'],
  ['src/cli/main.ts', '../sandbox.ts'],
]);

const awayFromHome = imports([
  ['src/protocol/amount.ts', 'node:fs', 'hono'],
  ['src/gateways/cardgw.ts', 'node:crypto'],
  ['src/flows/otp.ts', 'node:fs/promises', 'hono', 'drizzle-orm'],
  ['src/store/events.ts', 'hono/html'],
  ['src/sandbox/app.ts', 'drizzle-orm/better-sqlite3', 'better-sqlite3'],
  ['src/sandbox/sandbox.ts', 'commander'],
]);

const atHome = imports([
  ['src/protocol/signature.ts', 'node:crypto', 'node:net'],
  ['src/store/events.ts', 'drizzle-orm', 'better-sqlite3'],
  ['src/sandbox/app.ts', 'hono', 'eta'],
  ['src/sandbox/sandbox.ts', '@hono/node-server'],
  ['src/cli/main.ts', 'commander'],
]);

const otherForms: Case[] = [
  ['src/flows/otp.ts', "export type { Wanted } from '../http/app.ts';"],
  ['src/flows/otp.ts', "export const lazy = () => import('../http/app.ts');"],
];

const outsideTheProgram: Case[] = [
  ['src/flows/otp.ts', 'export const day = new Date();'],
  ['src/flows/otp.ts', 'export const now = Date.now();'],
  ['src/flows/otp.ts', "export const call = () => fetch('http://127.0.0.1');"],
  ['src/gateways/cardgw.ts', 'export const now = Date.now();'],
  ['src/protocol/amount.ts', 'export const alarm = setTimeout(String, 1);'],
];

const circle: Case[] = [
  ['src/flows/first.ts', "import './second.ts';"],
  ['src/flows/second.ts', "import './first.ts';"],
];

const findings = new Map<string, string[]>();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-sandbox-layers-'));
  await copyFile(join(root, 'biome.json'), join(folder, 'biome.json'));
  await copyFile(join(root, '.gitignore'), join(folder, '.gitignore'));
  await placeAll();
  for (const { category, location } of await lint()) {
    const place = `${location.path}:${location.start.line}`;
    findings.set(place, [...(findings.get(place) ?? []), category.split('/').at(-1) ?? category]);
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('Imports go one way', () => {
  test.each(wrongWay)('%s may not say %s', (...wrong) =>
    expect(broken(wrong)).toContain('noRestrictedImports'),
  );
  test.each(otherForms)('%s may not say %s', (...wrong) =>
    expect(broken(wrong)).toContain('noRestrictedImports'),
  );
  test.each(rightWay)('%s may say %s', (...right) =>
    expect(broken(right)).not.toContain('noRestrictedImports'),
  );
  test.each(circle)('%s may not say %s when it is imported from there', (...wrong) =>
    expect(broken(wrong)).toEqual(['noImportCycles']),
  );
});

describe('Libraries have one home', () => {
  test.each(awayFromHome)('%s may not say %s', (...wrong) =>
    expect(broken(wrong)).toContain('noRestrictedImports'),
  );
  test.each(atHome)('%s may say %s', (...right) => expect(broken(right)).toEqual([]));
});

describe('What is outside the program comes through the Runtime', () => {
  test.each(outsideTheProgram)('%s may not say %s', (...wrong) =>
    expect(broken(wrong)).toContain('noRestrictedGlobals'),
  );
});

function imports(rows: readonly (readonly [file: string, ...specifiers: string[]])[]): Case[] {
  return rows.flatMap(([file, ...specifiers]) => specifiers.map((name): Case => [file, `import '${name}';`]));
}

/** The rules that a case breaks: every case has a line of its own in the file that it names. */
function broken([file, code]: Case): string[] {
  const line = (linesOf().get(file) ?? []).indexOf(code) + 1;
  return findings.get(`${file}:${line}`) ?? [];
}

function linesOf(): Map<string, string[]> {
  const cases = [wrongWay, rightWay, awayFromHome, atHome, otherForms, outsideTheProgram, circle].flat();
  const lines = new Map<string, string[]>();
  for (const [file, code] of cases) lines.set(file, [...(lines.get(file) ?? []), code]);
  return lines;
}

async function placeAll(): Promise<void> {
  for (const [file, lines] of linesOf()) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${lines.join('\n')}\n`);
  }
}

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string; readonly start: { readonly line: number } };
}

/** Biome's findings in all the cases, by one run: its start is what takes time. */
async function lint(): Promise<Diagnostic[]> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', 'src'];
  const report = await new Promise<string>((resolve) => {
    execFile(execPath, [biome, ...options], { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  // The shape of Biome's own report.
  return (JSON.parse(report) as { diagnostics: Diagnostic[] }).diagnostics;
}
