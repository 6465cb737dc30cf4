import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DataFileError } from '../../src/store/data-file-error.ts';
import { openStore } from '../../src/store/store.ts';
import { dataFile, pageBytes, testFolder } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';

/** A used data file. */
async function usedFile(): Promise<string> {
  const data = dataFile();
  const sandbox = await freshSandbox({ data });
  for (const index of Array(50).keys()) await sandbox.call('walletA/verify', { amount: `${index}` });
  await sandbox.stop();
  return data;
}

/** Returns the error, and checks that the file's content and mode are unchanged. */
function refusalOf(file: string): string {
  const before = [readFileSync(file), statSync(file).mode] as const;
  const message = messageOf(file);
  expect(readFileSync(file).equals(before[0])).toBe(true);
  expect(statSync(file).mode).toBe(before[1]);
  return message;
}

function messageOf(file: string): string {
  try {
    openStore(file).close();
  } catch (error) {
    expect(error).toBeInstanceOf(DataFileError);
    return (error as DataFileError).message;
  }
  throw new Error(`${file} was opened`);
}

describe('A data file that cannot be used is refused in one sentence and left as it is', () => {
  it('locked by another process', async () => {
    const file = await usedFile();
    await lockInAnotherProcess(file);
    expect(refusalOf(file)).toBe(
      `The data file ${file} is in use by another process. Stop that one, or name another file with --data.`,
    );
  });

  it('in use by a sandbox', () => {
    const file = dataFile();
    const store = openStore(file);
    expect(messageOf(file)).toBe(
      `The data file ${file} is in use by another process. Stop that one, or name another file with --data.`,
    );
    store.close();
    openStore(file).close();
  });

  it('not a database', () => {
    const file = dataFile();
    writeFileSync(file, 'Dear diary, '.repeat(1000), { mode: 0o644 });
    expect(refusalOf(file)).toBe(
      `The data file ${file} is not a database. Name another file with --data; this one was left as it is.`,
    );
  });

  it('damaged: cut off in the middle', async () => {
    const file = await usedFile();
    truncateSync(file, Math.floor(statSync(file).size / 2));
    expect(refusalOf(file)).toBe(
      `The data file ${file} is damaged. Restore it from a copy, or name another file with --data; it was left as it is.`,
    );
  });

  it('damaged: any one of its pages overwritten', async () => {
    const whole = readFileSync(await usedFile());
    for (let at = pageBytes; at < whole.length; at += pageBytes) {
      const file = dataFile();
      writeFileSync(file, Buffer.from(whole).fill(0xff, at, at + pageBytes));
      expect(refusalOf(file)).toBe(
        `The data file ${file} is damaged. Restore it from a copy, or name another file with --data; it was left as it is.`,
      );
    }
  });

  it('the database of another program', () => {
    const file = dataFile();
    const other = new Sqlite(file);
    other.exec('CREATE TABLE songs (title TEXT)');
    other.close();
    chmodSync(file, 0o644);
    expect(refusalOf(file)).toBe(
      `The data file ${file} is a database of another program. Name another file with --data.`,
    );
  });

  it('written by a newer version', async () => {
    const file = await usedFile();
    const newer = new Sqlite(file);
    newer.pragma('user_version = 999');
    newer.close();
    expect(refusalOf(file)).toMatch(
      /^The data file \S+ was written by a newer gateway-sandbox \(schema 999, this one knows \d+\)\. Update gateway-sandbox, or name another file with --data\.$/,
    );
  });

  it('read-only', async () => {
    const file = await usedFile();
    chmodSync(file, 0o400);
    expect(refusalOf(file)).toBe(
      `The data file ${file} is read-only. Make it writable, or name another file with --data.`,
    );
  });

  it('in a folder that does not exist: the folder is not made', () => {
    const folder = join(testFolder(), 'missing');
    expect(messageOf(join(folder, 'sandbox.db'))).toBe(
      `The data file ${join(folder, 'sandbox.db')} cannot be made: its folder does not exist. Make the folder, or name another file with --data.`,
    );
    expect(existsSync(folder)).toBe(false);
  });

  it('a folder', () => {
    const folder = join(testFolder(), 'sandbox.db');
    mkdirSync(folder, { mode: 0o755 });
    const { mode } = statSync(folder);
    expect(messageOf(folder)).toBe(`The data file ${folder} is a folder. Name a file with --data.`);
    expect(statSync(folder).mode).toBe(mode);
  });
});

async function lockInAnotherProcess(file: string): Promise<void> {
  const code = `
    import Sqlite from 'better-sqlite3';
    const sqlite = new Sqlite(${JSON.stringify(file)});
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.exec('BEGIN EXCLUSIVE');
    console.log('locked');
    process.stdin.resume();`;
  const child: ChildProcess = spawn(execPath, ['--input-type=module', '--eval', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill();
  });
  await new Promise((resolve) => child.stdout?.once('data', resolve));
}

it.each([
  ['accounts', 'gateways', ''],
  ['accounts', 'gateways', 'null'],
  ['faults', 'match', 'not json'],
  ['faults', 'effect', '[]'],
])('A row whose %s.%s is %j makes a file damaged', async (table, column, value) => {
  const data = dataFile();
  const sandbox = await freshSandbox({ data });
  await sandbox.control('faults', { effect: { code: 'BACKEND_ERROR' } });
  await sandbox.stop();
  const sqlite = new Sqlite(data);
  sqlite.prepare(`UPDATE ${table} SET ${column} = ?`).run(value);
  sqlite.close();
  expect(refusalOf(data)).toContain(`The data file ${data} is damaged.`);
});
