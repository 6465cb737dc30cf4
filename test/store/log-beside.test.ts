import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { platform } from 'node:process';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/open.ts';
import { openStore } from '../../src/store/store.ts';
import { dataFile, pageBytes } from '../support/data-file.ts';

const headerBytes = 32;
const frameBytes = pageBytes + 24;
const refused = 'is damaged or belongs to another program. It may hold the last changes: restore both files';

/** A data file and its log after a kill: everything except the first page is in the log. */
async function killed(file = dataFile(), facts = 20): Promise<string> {
  const original = dataFile();
  const store = openStore(original);
  for (let value = 1; value <= facts; value += 1) await store.commit(() => store.facts.put('count', value));
  for (const suffix of ['', '-wal']) copyFileSync(`${original}${suffix}`, `${file}${suffix}`);
  store.close();
  return file;
}

function flipped(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(file, bytes);
}

function countIn(file: string): unknown {
  const store = openStore(file);
  const count = store.facts.get('count');
  store.close();
  return count;
}

describe('The log that a kill has left', () => {
  it('is taken up, also when the kill came during a commit', async () => {
    expect(countIn(await killed())).toBe(20);
    const torn = await killed();
    truncateSync(`${torn}-wal`, readFileSync(`${torn}-wal`).length - 100);
    expect(countIn(torn)).toBe(19);
    // After a power failure, the disk may contain the end of a commit without its beginning.
    const holed = await killed();
    flipped(`${holed}-wal`, readFileSync(`${holed}-wal`).length - 100);
    expect(countIn(holed)).toBe(19);
  });

  it('is refused when it was damaged: SQLite would drop what was stored, without a word', async () => {
    const middle = headerBytes + 12 * frameBytes + 500;
    for (const at of [0, 9, 17, 25, headerBytes + 500, middle]) {
      const file = await killed();
      flipped(`${file}-wal`, at);
      const [before, log] = [readFileSync(file), readFileSync(`${file}-wal`)];
      for (const check of ['quick', 'full'] as const)
        expect(() => openDatabase(file, check)).toThrow(
          `${file}-wal, the log of the data file ${file}, ${refused}`,
        );
      expect([readFileSync(file), readFileSync(`${file}-wal`)]).toEqual([before, log]);
    }
  });

  it.skipIf(platform === 'win32')('is found where a symbolic link leads to', async () => {
    const file = await killed();
    const link = dataFile();
    symlinkSync(file, link);
    flipped(`${file}-wal`, 0);
    expect(() => openDatabase(link)).toThrow(`${file}-wal, the log of the data file ${link}, ${refused}`);
    truncateSync(file);
    expect(() => openDatabase(link)).toThrow(`${link} is empty, but there is a ${file}-wal, which may hold`);
    expect(existsSync(`${file}-wal`)).toBe(true);
  });
});

describe('What is no log, but has the name of one', () => {
  it('is left as it is', () => {
    for (const suffix of ['-wal', '-journal']) {
      const file = dataFile();
      openStore(file).close();
      writeFileSync(`${file}.letter`, 'a letter to a friend');
      linkSync(`${file}.letter`, `${file}${suffix}`);
      expect(() => openDatabase(file)).toThrow(
        `${file}${suffix}, the log of the data file ${file}, ${refused}`,
      );
      expect(readFileSync(`${file}.letter`, 'utf8')).toBe('a letter to a friend');
    }
  });

  it.skipIf(platform === 'win32')('a FIFO is left, too', () => {
    for (const suffix of ['-wal', '-journal']) {
      const file = dataFile();
      openStore(file).close();
      execFileSync('mkfifo', [`${file}${suffix}`]);
      expect(() => openDatabase(file)).toThrow(refused);
      expect(lstatSync(`${file}${suffix}`).isFIFO()).toBe(true);
    }
  });
});
