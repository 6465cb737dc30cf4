import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { keptDescriptor } from './descriptors.ts';
import { firstPosition, logHeader, readFrames } from './log-frames.ts';

/** What SQLite's header says of a database: https://sqlite.org/fileformat2.html#the_database_header. */
export interface FileHeader {
  /** Which program the database belongs to; 0 unless the program says so. */
  readonly applicationId: number;
  readonly userVersion: number;
}

const headerBytes = 100;
const magic = 'SQLite format 3\0';

/**
 * The header of a database, read without SQLite, which would write into a database that another program has left after a crash. The header
 * in the log, if there is one, is newer than the one in the file. Also says `empty`, `cut-off`, or `other` for no database.
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

/** The last committed header in a log; undefined when there is none, or what lies there is no log. */
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
