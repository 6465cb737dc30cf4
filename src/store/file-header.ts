import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { keptDescriptor } from './descriptors.ts';
import { firstPosition, logHeader, readFrames } from './log-frames.ts';

/** Values from SQLite's file header: https://sqlite.org/fileformat2.html#the_database_header. */
export interface FileHeader {
  /** The program that the database belongs to, or 0 if the program did not set it. */
  readonly applicationId: number;
  readonly userVersion: number;
}

const headerBytes = 100;
const magic = 'SQLite format 3\0';

/**
 * Reads a database's header without SQLite, which would write to a database that another program left behind
 * after a crash. The header in the log, if any, is newer than the one in the file. Returns `empty`,
 * `cut-off`, or `other` for a file that is not a database.
 */
export function fileHeader(path: string): FileHeader | 'empty' | 'cut-off' | 'other' {
  const inLog = headerInLog(`${path}-wal`);
  if (inLog) return read(inLog);
  if (!statSync(path, { throwIfNoEntry: false })?.size) return 'empty';
  const header = bytesAt(keptDescriptor(path), 0);
  const hasMagic = header.subarray(0, magic.length).toString('latin1') === magic;
  if (!hasMagic) return 'other';
  return header.length < headerBytes ? 'cut-off' : read(header);
}

/** The last committed header in a log. Undefined if there is none or the file is not a log. */
function headerInLog(path: string): Buffer | undefined {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  const fd = openSync(path, 'r');
  try {
    const from = firstPosition(logHeader(fd));
    let [written, committed] = [0, 0];
    if (from)
      readFrames(fd, from, Number.POSITIVE_INFINITY, ({ page, offset, pageCount }) => {
        if (page === 1) written = offset;
        if (pageCount > 0) committed = written;
      });
    return committed === 0 ? undefined : bytesAt(fd, committed);
  } finally {
    closeSync(fd);
  }
}

function bytesAt(fd: number, position: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  return bytes.subarray(0, readSync(fd, bytes, 0, headerBytes, position));
}

function read(header: Buffer): FileHeader {
  return { applicationId: header.readUInt32BE(68), userVersion: header.readUInt32BE(60) };
}
