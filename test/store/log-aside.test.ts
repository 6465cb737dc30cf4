import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/store/open.ts';
import { openStore } from '../../src/store/store.ts';
import { dataFile, pageBytes } from '../support/data-file.ts';

/** A data file and its log after a kill: the newest change is in the log alone. */
async function killed(): Promise<string> {
  const original = dataFile();
  openStore(original).close();
  const store = openStore(original);
  await store.commit(() => store.facts.put('count', 7));
  const file = dataFile();
  for (const suffix of ['', '-wal']) copyFileSync(`${original}${suffix}`, `${file}${suffix}`);
  store.close();
  return file;
}

function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(7, 4 * pageBytes, 5 * pageBytes);
  writeFileSync(file, bytes);
}

it.each(['quick', 'full'] as const)(
  'A damaged file with a log is left as it is by a %s check, and so is the log',
  async (check) => {
    const file = await killed();
    const whole = readFileSync(file);
    damage(file);
    const before = [file, `${file}-wal`].map((each) => readFileSync(each));
    expect(() => openDatabase(file, check)).toThrow(
      `The data file ${file} is damaged. Restore it from a copy, or name another file with --data; it was left as it is. If it is a copy, move ${file}-wal away: that belongs to the file that was there before.`,
    );
    expect([file, `${file}-wal`].map((each) => readFileSync(each))).toEqual(before);
    // The original is put back.
    writeFileSync(file, whole);
    const store = openStore(file);
    expect(store.facts.get('count')).toBe(7);
    store.close();
    expect(existsSync(`${file}-shm`)).toBe(false);
  },
);
