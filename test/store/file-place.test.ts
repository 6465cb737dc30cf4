import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

describe('A log without its data file', () => {
  const left = ' which may hold its data. Restore the data file, move that log away to start empty, or';

  it('is not deleted: it may hold everything that was stored, or belong to another program', () => {
    for (const suffix of ['-wal', '-journal']) {
      const file = dataFile();
      writeFileSync(`${file}${suffix}`, 'a letter');
      for (const check of ['quick', 'full'] as const)
        expect(() => openDatabase(file, check)).toThrow(
          `${file} is missing, but there is a ${file}${suffix},${left}`,
        );
      expect(readFileSync(`${file}${suffix}`, 'utf8')).toBe('a letter');
      expect(existsSync(file)).toBe(false);
    }
  });

  it('a folder or a link in its place is left, too', () => {
    const folder = dataFile();
    mkdirSync(`${folder}-wal`);
    expect(() => openDatabase(folder)).toThrow(left);
    expect(lstatSync(`${folder}-wal`).isDirectory()).toBe(true);
    if (platform === 'win32') return;
    const link = dataFile();
    symlinkSync('gone', `${link}-wal`);
    expect(() => openDatabase(link)).toThrow(left);
    expect(lstatSync(`${link}-wal`).isSymbolicLink()).toBe(true);
  });

  it('the data file was emptied: refused, and everything is still in the log', () => {
    const file = dataFile();
    const store = openStore(file);
    copyFileSync(`${file}-wal`, `${file}.log`);
    store.close();
    renameSync(`${file}.log`, `${file}-wal`);
    const log = readFileSync(`${file}-wal`);
    writeFileSync(file, '');
    expect(() => openDatabase(file)).toThrow(`${file} is empty, but there is a ${file}-wal,${left}`);
    expect(readFileSync(`${file}-wal`).equals(log)).toBe(true);
  });

  it('beside an empty file a journal that is not one of SQLite is left, too', () => {
    const file = dataFile();
    writeFileSync(file, '');
    writeFileSync(`${file}-journal`, 'a letter to a friend');
    expect(() => openDatabase(file)).toThrow(`${file} is empty, but there is a ${file}-journal,${left}`);
    expect(readFileSync(`${file}-journal`, 'utf8')).toBe('a letter to a friend');
    mkdirSync(`${file}-folder-journal`);
    writeFileSync(`${file}-folder`, '');
    expect(() => openDatabase(`${file}-folder`)).toThrow(left);
  });

  it('an empty one is no hindrance', () => {
    const file = dataFile();
    writeFileSync(`${file}-wal`, '');
    openStore(file).close();
  });
});

it.skipIf(platform === 'win32')(
  'A data file with two names is refused: its log belongs to one of them',
  () => {
    const file = dataFile();
    openStore(file).close();
    linkSync(file, `${file}.link`);
    const before = readFileSync(file);
    for (const name of [file, `${file}.link`])
      expect(() => openDatabase(name)).toThrow(
        `The data file ${name} has more than one name (hard links), and its log, in which the newest data may be, belongs to only one of them. Remove the other name,`,
      );
    expect(readFileSync(file).equals(before)).toBe(true);
    rmSync(`${file}.link`);
    openStore(file).close();
  },
);

describe('An empty file', () => {
  it('can be started with, as `mktemp` makes one, and is no backup', () => {
    const file = dataFile();
    writeFileSync(file, '');
    expect(() => openDatabase(file, 'full')).toThrow(
      `The data file ${file} is empty. If it is a backup, it failed: take another one.`,
    );
    expect(lstatSync(file).size).toBe(0);
    openStore(file).close();
    openDatabase(file, 'full').close();
  });
});
