import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import { cliResult, noSandbox } from '../support/cli.ts';
import { dataFile, pageBytes } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { type TestSandbox, testSandbox } from '../support/sandbox.ts';

const mebibyte = 1024 * 1024;
const sizeOf = (file: string) => statSync(file).size;

/** Writes events of 16 KiB each in one commit, as many as it takes. */
async function written(sandbox: TestSandbox, kibibytes: number): Promise<void> {
  const { store, journal } = sandbox.runtime;
  const text = 'x'.repeat(16 * 1024);
  await store.commit(() => {
    for (let each = 0; each < kibibytes / 16; each += 1)
      journal.append({ type: 'clock.moved', data: { text } });
  });
}

/** A file of an earlier version, which cannot shrink, with 24 MiB of free space. */
async function olderFile(): Promise<string> {
  const data = dataFile();
  const first = new Sqlite(data);
  // Marked as ours, as in every version.
  first.exec(
    `PRAGMA auto_vacuum = NONE; PRAGMA application_id = ${0x67_77_73_62}; CREATE TABLE first (id INTEGER); DROP TABLE first;`,
  );
  first.close();
  const sandbox = await freshSandbox({ data });
  await written(sandbox, 24 * 1024);
  await sandbox.control('reset', {});
  await sandbox.runtime.retention.tidy();
  await sandbox.stop();
  expect(sizeOf(data)).toBeGreaterThan(24 * mebibyte);
  return data;
}

describe('The room of what is dropped', () => {
  it('is given back to the disk while the sandbox runs', async () => {
    const data = dataFile();
    const sandbox = await freshSandbox({ data });
    await written(sandbox, 24 * 1024);
    await sandbox.control('reset', {});
    await sandbox.runtime.retention.tidy();
    const { empty } = sandbox.runtime.store.freeSpace.pages();
    expect(empty).toBeLessThan(2048);
    await sandbox.stop();
    expect(sizeOf(data)).toBeLessThan(9 * mebibyte);
  });

  it('of a file of an earlier version is given back by `compact`, once and for all', async () => {
    const data = await olderFile();
    const { code, stdout } = await cliResult(['compact', data, '--json']);
    expect(code).toBe(0);
    const { bytes_before: before, bytes_after: after } = JSON.parse(stdout);
    expect(before).toBeGreaterThan(24 * mebibyte);
    expect([after, after < mebibyte]).toEqual([sizeOf(data), true]);
    const sandbox = await freshSandbox({ data });
    expect(sandboxConnection(sandbox).pragma('auto_vacuum', { simple: true })).toBe(2);
    expect((await sandbox.control('accounts')).json.data).toHaveLength(1);
  });

  it('`compact` refuses a file that is damaged, in use or not there, and leaves it as it is', async () => {
    const data = dataFile();
    const { code, stderr } = await cliResult(['compact', data]);
    expect([code, stderr]).toEqual([1, `There is no file ${data}.\n`]);
    const sandbox = await freshSandbox({ data });
    expect((await cliResult(['compact', data])).stderr).toContain('is in use by another process.');
    await sandbox.stop();
    const whole = readFileSync(data);
    const damaged = Buffer.from(whole).fill(0xff, 2 * pageBytes, 3 * pageBytes);
    writeFileSync(data, damaged);
    expect((await cliResult(['compact', data])).stderr).toContain('is damaged.');
    expect(readFileSync(data).equals(damaged)).toBe(true);
  });
});

describe("SQLite's log", () => {
  it('stays short however much is committed, and is short again after a long transaction', async () => {
    const data = dataFile();
    const sandbox = await freshSandbox({ data });
    const log = `${data}-wal`;
    let longest = 0;
    for (let commit = 0; commit < 60; commit += 1) {
      await written(sandbox, 512);
      longest = Math.max(longest, sizeOf(log));
    }
    expect(longest).toBeLessThan(8 * mebibyte);
    await sandbox.control('snapshots', { name: 'long' });
    expect(sizeOf(log)).toBeGreaterThan(24 * mebibyte);
    await written(sandbox, 1);
    await written(sandbox, 1);
    expect(sizeOf(log)).toBeLessThanOrEqual(16 * mebibyte);
  });
});

describe('A large file', () => {
  let whole: Buffer;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-space-'));
    const data = join(folder, 'sandbox.db');
    const sandbox = await testSandbox({ data });
    await written(sandbox, 66 * 1024);
    await sandbox.stop();
    whole = readFileSync(data);
    rmSync(folder, { recursive: true });
    expect(whole.length).toBeGreaterThan(64 * mebibyte);
  });

  it('that is cut off is refused at the start', async () => {
    const data = fileOf(whole.subarray(0, -pageBytes));
    await expect(freshSandbox({ data })).rejects.toThrow(`The data file ${data} is damaged.`);
  });

  it('whose accounts cannot be read is refused at the start', async () => {
    const data = fileOf(whole);
    const sqlite = new Sqlite(data);
    const root =
      sqlite
        .prepare<[], number>(`SELECT rootpage FROM sqlite_schema WHERE name = 'accounts'`)
        .pluck()
        .get() ?? 0;
    sqlite.close();
    damage(data, (root - 1) * pageBytes);
    await expect(freshSandbox({ data })).rejects.toThrow(`The data file ${data} is damaged.`);
  });

  it('that is damaged elsewhere opens, and `doctor` finds it', async () => {
    const data = fileOf(whole);
    const sqlite = new Sqlite(data);
    const root =
      sqlite.prepare<[], number>(`SELECT rootpage FROM sqlite_schema WHERE name = 'events'`).pluck().get() ??
      0;
    sqlite.close();
    damage(data, (root - 1) * pageBytes);
    openStore(data).close();
    const { code, stdout } = await cliResult(['doctor', '--data', data, '--json'], {
      env: noSandbox,
    });
    expect(code).toBe(1);
    expect(JSON.parse(stdout).checks).toContainEqual(
      expect.objectContaining({
        name: 'data file',
        ok: false,
        detail: expect.stringContaining('is damaged.'),
      }),
    );
  });
});

function fileOf(bytes: Buffer): string {
  const data = dataFile();
  writeFileSync(data, bytes);
  return data;
}

/** Overwrites a page. */
function damage(file: string, at: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(pageBytes, 0xff), 0, pageBytes, at);
  closeSync(descriptor);
}
