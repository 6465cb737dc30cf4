import { chmodSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { platform } from 'node:process';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { type CliOptions, cliResult, cliSandbox, noSandbox } from '../support/cli.ts';
import { dataFile } from '../support/data-file.ts';
import { boundByRights, limitedFiles, mountedFile, smallDisk } from '../support/limits.ts';

/** A data file with only its initial content. */
function madeFile(): string {
  const file = dataFile();
  openStore(file).close();
  return file;
}

/** Starts with an unusable file. Returns the error without the file's name, once `doctor` says the same. */
async function refusal(file: string, options: CliOptions = {}): Promise<string> {
  const sentence = await startRefusal(file, options);
  const doctor = await cliResult(['doctor', '--data', file, '--json'], {
    ...options,
    env: { ...noSandbox, ...options.env },
  });
  const { checks } = JSON.parse(doctor.stdout);
  const found = checks.filter(({ name }: { name: string }) => name === 'data file');
  const detail = `The data file ${file} ${sentence}`;
  expect([doctor.code, found]).toEqual([1, [{ name: 'data file', ok: false, detail }]]);
  return sentence;
}

/** As `refusal`, for what only writing shows, so that `doctor` cannot know it. */
async function startRefusal(file: string, options: CliOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await cliResult(['--port', '0', '--data', file], options);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.startsWith(`The data file ${file} `)).toBe(true);
  return stderr.slice(`The data file ${file} `.length).trimEnd();
}

/** Makes a file's folder read-only during the test. */
function closeFolder(file: string): void {
  chmodSync(dirname(file), 0o555);
  onTestFinished(() => chmodSync(dirname(file), 0o755));
}

const inUse = 'is in use by another process. Stop that one, or name another file with --data.';
const noFolder =
  'cannot be used: nothing may be written in its folder, and its log belongs there. Make the folder writable, or name another file with --data.';
const full = 'cannot be written: the disk is full. Free some space, or name another file with --data.';
const failing =
  'cannot be read or written: the disk fails or is full. Look at it, or name another file with --data.';

describe.skipIf(platform === 'win32')(
  'A place at which no data file can be: one sentence, exit code 1',
  () => {
    it('a file that is read-only', async () => {
      const file = madeFile();
      chmodSync(file, 0o444);
      expect(await refusal(file)).toBe('is read-only. Make it writable, or name another file with --data.');
      expect(statSync(file).mode & 0o777).toBe(0o444);
    });

    it('a file that this user may not read', async () => {
      const file = madeFile();
      chmodSync(file, 0o200);
      expect(await refusal(file, boundByRights())).toBe(
        'cannot be opened: this user may not read and write it. Change its rights, or name another file with --data.',
      );
    });

    it('a folder in which nothing may be written, with the file in it or without', async () => {
      const file = madeFile();
      closeFolder(file);
      expect(await refusal(file, boundByRights())).toBe(noFolder);
      expect(await refusal(join(dirname(file), 'new.db'), boundByRights())).toBe(noFolder);
      expect(readdirSync(dirname(file))).toEqual(['sandbox.db']);
    });

    it('a folder that does not exist: it is not made', async () => {
      const folder = join(dirname(dataFile()), 'none');
      expect(await refusal(join(folder, 'a.db'))).toBe(
        'cannot be made: its folder does not exist. Make the folder, or name another file with --data.',
      );
      expect(existsSync(folder)).toBe(false);
    });

    it.each([
      [':memory:', 'is not a file. To keep the data in memory, leave out --data.'],
      ['file:a.db', 'is a URL. Name a file by its path with --data.'],
      [
        'a.db-wal',
        'has a name that SQLite gives to logs of other files. Name a file with --data that ends in something else.',
      ],
    ])('the name %s', async (name, sentence) => {
      expect(await refusal(join(dirname(dataFile()), name))).toBe(sentence);
    });

    it('a link to a file that does not exist', async () => {
      const link = dataFile();
      symlinkSync('none.db', link);
      expect(await refusal(link)).toBe(
        'is a symbolic link to none.db, which does not exist. Make that file, or name another file with --data.',
      );
    });

    it('a folder that is a file', async () => {
      expect(await refusal(join(madeFile(), 'a.db'))).toBe(
        'cannot be made: what should be its folder is a file. Name another file with --data.',
      );
    });

    it('a device: nobody’s rights to it are changed', async () => {
      const link = dataFile();
      symlinkSync('/dev/null', link);
      const { mode } = statSync('/dev/null');
      expect(await refusal(link)).toBe('is a device or the like. Name a file with --data.');
      expect(statSync('/dev/null').mode).toBe(mode);
    });

    it('a file that is mounted by itself: its log would stay behind', async () => {
      const file = join(dirname(dataFile()), 'a b.db');
      writeFileSync(file, '');
      const mounted = mountedFile(madeFile(), file);
      if (!mounted) return;
      expect(await refusal(file, mounted)).toBe(
        'is mounted by itself, so its log would be left outside the mount. Mount its folder instead, or name another file with --data.',
      );
      expect(readdirSync(dirname(file))).toEqual(['a b.db']);
    });

    it('a disk that is full, at every moment of the start: what was begun is taken away again', async () => {
      for (const kib of [0, 4, 32, 160]) {
        const file = dataFile();
        expect(await startRefusal(file, limitedFiles(kib)), `${kib} KiB`).toBe(failing);
        expect(readdirSync(dirname(file)), `${kib} KiB`).toEqual([]);
      }
    });

    it('a small disk: the same, and a file that was there is left as it was', async () => {
      const folder = dirname(dataFile());
      const file = join(folder, 'a.db');
      const env = { MADE: madeFile() };
      const copy = 'cp "$MADE" a.db && head -c 2M /dev/zero > filler 2>/dev/null';
      for (const [kib, shell, left] of [
        [8, { after: 'ls -A' }, ''],
        [512, { before: copy, after: 'cmp a.db "$MADE"; ls -A' }, 'a.db\nfiller\n'],
      ] as const) {
        const disk = smallDisk(folder, kib, shell);
        if (!disk) return;
        const { code, stdout, stderr } = await cliResult(['--port', '0', '--data', file], { ...disk, env });
        expect({ code, stderr }).toEqual({ code: 1, stderr: `The data file ${file} ${full}\n` });
        expect(stdout).toBe(left);
      }
    });
  },
);

describe('One process has the data file', () => {
  it('a second sandbox is refused, and the first goes on', async () => {
    const file = dataFile();
    const first = await cliSandbox(['--data', file]);
    expect(await refusal(file)).toBe(inUse);
    expect(await first.control('reset', {})).toMatchObject({ reset: true });
  });

  it('of two that start at once on a file that is not there yet, one has it', async () => {
    const file = dataFile();
    const starts = await Promise.allSettled([1, 2].map(() => cliSandbox(['--data', file])));
    const [one, other] = starts.sort((a, b) => a.status.localeCompare(b.status));
    expect(other).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining(inUse) } });
    if (one?.status !== 'fulfilled') throw new Error('neither has it');
    expect(await one.value.control('reset', {})).toMatchObject({ reset: true });
  });

  it('a process that holds its write lock keeps a sandbox from starting', async () => {
    const file = madeFile();
    const other = new Sqlite(file);
    other.exec('BEGIN IMMEDIATE');
    expect(await refusal(file)).toBe(inUse);
    other.close();
    await cliSandbox(['--data', file]);
  });

  it('while a sandbox runs, no other program can lock the file, for however long it tries', async () => {
    const file = dataFile();
    const sandbox = await cliSandbox(['--data', file]);
    const other = new Sqlite(file, { timeout: 1000 });
    expect(() => other.exec('BEGIN IMMEDIATE')).toThrow('database is locked');
    expect(() => other.prepare('SELECT * FROM accounts')).toThrow('database is locked');
    other.close();
    expect(await sandbox.control('reset', {})).toMatchObject({ reset: true });
    expect(sandbox.stderr()).toBe('');
  });
});
