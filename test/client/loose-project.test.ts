import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = `
import type { NewAccount, NewFault, SettingsPatch } from './types/client/contract.js';
export const settings: SettingsPatch[] = [
  { otp: { policy: 'fixed' } },
  { callback: { mode: 'manual' }, retention: { events: null } },
  { rate_limit: { requests: 5, period: '1s' }, statuses: { NOT_SUBSCRIBED: 422 } },
];
export const account: NewAccount = { gateways: { walletA: { allowed: false } } };
export const fault: NewFault = { effect: { code: 'MAINTENANCE_MODE' } };
// @ts-expect-error there is still no such policy
export const wrong: SettingsPatch = { otp: { policy: 'guessed' } };
`;

const declarations = ['--declaration', '--emitDeclarationOnly', '--rewriteRelativeImportExtensions'];

test('A project without strictNullChecks can give a part of the settings', () => {
  const source = join(root, 'src/client/contract.ts');
  const places = ['--outDir', join(folder, 'types'), '--rootDir', join(root, 'src'), source];
  expect(compiled(root, '--strict', '--types', 'node', ...declarations, ...places)).toBe('');
  writeFileSync(join(folder, 'program.mts'), program);
  expect(compiled(folder, '--strict', 'false', '--types', '', '--noEmit', 'program.mts')).toBe('');
});

test('A project with the library of ES2020 can check the declarations of gateway-sandbox/client', () => {
  const options = ['--strict', '--exactOptionalPropertyTypes', '--types', 'node', ...declarations];
  const places = ['--outDir', join(folder, 'client'), '--rootDir', join(root, 'src')];
  expect(compiled(root, ...options, ...places, join(root, 'src/client.ts'))).toBe('');
  writeFileSync(join(folder, 'old.mts'), `export * from './client/client.js';`);
  const checked = ['--strict', '--types', '', '--lib', 'es2020,dom', '--skipLibCheck', 'false'];
  expect(compiled(folder, ...checked, '--noEmit', 'old.mts')).toBe('');
});

/** The compiler's output. */
function compiled(cwd: string, ...options: readonly string[]): string {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const always = ['--ignoreConfig', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck'];
  return spawnSync(execPath, [compiler, ...always, ...options], { cwd, encoding: 'utf8' }).stdout;
}
