import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A temporary folder for the test, deleted afterwards. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The path of a data file that does not exist yet. */
export function dataFile(): string {
  return join(testFolder(), 'sandbox.db');
}

/** Page size of the data file. */
export const pageBytes = 4096;
