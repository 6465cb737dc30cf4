import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { platform } from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/store/open.ts';
import { openStore } from '../../src/store/store.ts';
import { dataFile, testFolder } from '../support/data-file.ts';

describe('A name at which no data file can be', () => {
  const inFolder = (name: string) => join(testFolder(), name);
  it.each([
    ['a space at its end', () => inFolder('a.db '), 'has a space at the end of its name'],
    ['a line break at its end', () => inFolder('a.db\n'), 'has a space at the end of its name'],
    ['a NUL', () => inFolder('a\0.db'), 'has a NUL character in its name'],
    ['what SQLite calls memory', () => inFolder(':memory:'), 'is not a file. To keep the data in memory'],
    ['a URL', () => `${testFolder()}/file:a.db?mode=ro`, 'is a URL'],
    ['the name of a log', () => inFolder('a.db-wal'), 'has a name that SQLite gives to logs'],
    ['255 characters', () => inFolder('a'.repeat(255)), 'has a name that is too long'],
    [
      '250 characters, which leaves no room for its log',
      () => inFolder('a'.repeat(250)),
      'has a name that is too',
    ],
    [
      'a path that is too long for SQLite',
      () => {
        const folder = join(testFolder(), ...Array<string>(5).fill('a'.repeat(120)));
        mkdirSync(folder, { recursive: true });
        return join(folder, 'a.db');
      },
      'has a name that is too long',
    ],
  ])('%s', (_what, name, says) => {
    const file = name();
    expect(() => openDatabase(file)).toThrow(says);
    const folder = join(file, '..');
    expect(readdirSync(folder.includes('\0') ? join(folder, '..') : folder)).toEqual([]);
  });

  it.skipIf(platform === 'win32')('a symbolic link to nothing, or to itself', () => {
    const folder = testFolder();
    symlinkSync('gone.db', join(folder, 'a.db'));
    symlinkSync('b.db', join(folder, 'b.db'));
    expect(() => openDatabase(join(folder, 'a.db'))).toThrow(
      'is a symbolic link to gone.db, which does not exist. Make that file, or name another file with --data.',
    );
    expect(() => openDatabase(join(folder, 'b.db'))).toThrow('is a symbolic link that leads back to itself');
    expect(readdirSync(folder)).toEqual(['a.db', 'b.db']);
  });

  it.skipIf(platform === 'win32')('a FIFO, a socket, a device, and links to them', async () => {
    const folder = testFolder();
    spawnSync('mkfifo', [join(folder, 'fifo')]);
    const server = createServer().listen(join(folder, 'socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    for (const target of [join(folder, 'fifo'), join(folder, 'socket'), '/dev/null', '/dev/full']) {
      const link = dataFile();
      symlinkSync(target, link);
      const { mode } = lstatSync(target);
      for (const file of [target, link])
        expect(() => openDatabase(file)).toThrow('is a device or the like. Name a file with --data.');
      expect(lstatSync(target).mode).toBe(mode);
    }
  });

  it.each([
    'a?b.db',
    'a#b.db',
    'a%20b.db',
    ' a.db',
    'a b.db',
    'a\nb.db',
    "a'b.db",
    'فاتورة.db',
    '-a.db',
    '.db',
  ])('is not %j: the data is in that file, for its owner alone', (name) => {
    const folder = testFolder();
    const file = join(folder, name);
    openStore(file).close();
    expect(readdirSync(folder)).toEqual([name]);
    openStore(file).close();
  });
});

describe('An empty file', () => {
  it('can be started with, as `mktemp` makes one, and is no backup', () => {
    const file = dataFile();
    writeFileSync(file, '');
    expect(() => openDatabase(file, 'whole')).toThrow(
      `The data file ${file} is empty. If it is a backup, it failed: take another one.`,
    );
    expect(lstatSync(file).size).toBe(0);
    openStore(file).close();
    openDatabase(file, 'whole').close();
  });
});
