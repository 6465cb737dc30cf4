import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { errorMessage } from '../host/errors.ts';
import { refuseName } from '../store/file-place.ts';
import { CommandFailed, type ControlFlags, controlClient } from './control-client.ts';
import { megabytes, oneLine, show } from './output.ts';

/** However many bytes there are, and however long they take. */
const limits = { maxBytes: Number.POSITIVE_INFINITY, timeoutMs: 600_000 };

/** Saves everything that a running sandbox has stored to a new data file. Never overwrites one. */
export async function backup(file: string, flags: ControlFlags): Promise<void> {
  // Before a download that may take a while, too.
  if (existsSync(file)) throw new CommandFailed(`${file} exists. Name a new file.`);
  refuseName(file);
  const bytes = Buffer.from(await controlClient(flags).download('/backup', limits));
  if (!isDataFile(bytes))
    throw new CommandFailed(`The server at ${flags.url} is not gateway-sandbox. Set --url.`);
  write(file, bytes);
  show(flags, { file, bytes: bytes.length }, () =>
    oneLine(
      `The backup is in ${file} (${megabytes(bytes.length)} MB). Start a sandbox with --data ${file} to use it.`,
    ),
  );
}

/** SQLite's magic, and as many pages as the header says. */
function isDataFile(bytes: Buffer): boolean {
  if (bytes.length < 100 || bytes.toString('latin1', 0, 16) !== 'SQLite format 3\0') return false;
  return bytes.readUInt16BE(16) * bytes.readUInt32BE(28) === bytes.length;
}

/** Written under another name first: if this process is killed, half a backup, or an empty one, must not pass for a whole one. */
function write(file: string, bytes: Buffer): void {
  const unfinished = `${file}.${process.pid}.unfinished`;
  let fd: number | undefined;
  try {
    // Codes and secrets are in it: for its owner alone.
    fd = openSync(unfinished, 'wx', 0o600);
    writeFileSync(fd, bytes);
    fsyncSync(fd);
    placeNew(unfinished, file);
  } catch (error) {
    throw new CommandFailed(`The backup cannot be written: ${errorMessage(error)}. Name another file.`);
  } finally {
    if (fd !== undefined) {
      closeSync(fd);
      rmSync(unfinished, { force: true });
    }
  }
}

/** Unlike a rename, a link never replaces a file that has appeared in the meantime. Some disks have no links. */
function placeNew(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (lstatSync(to, { throwIfNoEntry: false })) throw error;
    renameSync(from, to);
  }
}
