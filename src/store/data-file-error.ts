import { NativeModuleError } from '../binary/native-error.ts';
import { errorCode, errorMessage, isError } from '../host/errors.ts';
import { UserError } from '../host/user-error.ts';

/** The data file cannot be used, or no longer. The message is for the user who named it. */
export class DataFileError extends UserError {
  override readonly name = 'DataFileError';
  /** The reason, by its code in the table below. Undefined for any other reason. */
  readonly code: string | undefined;

  constructor(
    message: string,
    { code, cause }: { readonly code?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
  }
}

const another = 'or name another file with --data';

/** What happened and what to do, by error code. `SQLITE_IOERR` also covers `SQLITE_IOERR_WRITE`. */
const reasons: Readonly<Record<string, string>> = {
  SQLITE_BUSY: `is in use by another process. Stop that one, ${another}.`,
  SQLITE_LOCKED: `is in use by another process. Stop that one, ${another}.`,
  SQLITE_NOTADB: 'is not a database. Name another file with --data; this one was left as it is.',
  SQLITE_CORRUPT: `is damaged. Restore it from a copy, ${another}; it was left as it is.`,
  SQLITE_FULL: `cannot be written: the disk is full. Free some space, ${another}.`,
  SQLITE_READONLY: `is read-only. Make it writable, ${another}.`,
  SQLITE_CANTOPEN: `cannot be opened. Check that its folder exists and is writable, ${another}.`,
  SQLITE_IOERR: `cannot be read or written: the disk fails or is full. Look at it, ${another}.`,
  EIO: `cannot be read or written: the disk fails. Look at it, ${another}.`,
  ENOENT: `cannot be made: its folder does not exist. Make the folder, ${another}.`,
  ENOTDIR: 'cannot be made: what should be its folder is a file. Name another file with --data.',
  EACCES: `cannot be opened: this user may not read and write it. Change its rights, ${another}.`,
  EPERM: `cannot be opened: this user may not read and write it. Change its rights, ${another}.`,
  EROFS: 'is on a read-only file system. Name another file with --data.',
  FOREIGN: 'is a database of another program. Name another file with --data.',
  EISDIR: 'is a folder. Name a file with --data.',
  EMPTY: 'is empty. If it is a backup, it failed: take another one. If it is new, start the sandbox with it.',
  SPACE: 'has a space at the end of its name. Name another file with --data.',
  NUL: 'has a NUL character in its name. Name another file with --data.',
  MEMORY: 'is not a file. To keep the data in memory, leave out --data.',
  URL: 'is a URL. Name a file by its path with --data.',
  LOG_NAME:
    'has a name that SQLite gives to logs of other files. Name a file with --data that ends in something else.',
  ENAMETOOLONG: 'has a name that is too long. Name another file with --data.',
  ELOOP: 'is a symbolic link that leads back to itself. Name another file with --data.',
  HARD_LINKS:
    'has more than one name (hard links), and its log, in which the newest data may be, belongs to only one of them. Remove the other name, or name another file with --data.',
  MOUNT:
    'is mounted by itself, so its log would be left outside the mount. Mount its folder instead, or name another file with --data.',
  ENOTFILE: 'is a device or the like. Name a file with --data.',
  FOLDER: `cannot be used: nothing may be written in its folder, and its log belongs there. Make the folder writable, ${another}.`,
  ENOSPC: `cannot be written: the disk is full. Free some space, ${another}.`,
};

/** A refusal of the file, for a reason in the table. */
export function refusedFile(file: string, code: string): DataFileError {
  const reason = reasonOf(code);
  return new DataFileError(`The data file ${file} ${reason?.words}`, { code: reason?.code });
}

/** Explains why a file cannot be opened, whatever the error. */
export function openingError(file: string, error: unknown): DataFileError {
  if (error instanceof DataFileError) return error;
  const message = errorMessage(error);
  // Not the file's fault.
  if (error instanceof NativeModuleError) return new DataFileError(message, { cause: error });
  const reason = reasonOf(errorCode(error)) ?? { code: undefined, words: `cannot be used: ${message}.` };
  return new DataFileError(`The data file ${file} ${reason.words}`, { code: reason.code, cause: error });
}

/** Explains why an open database cannot be read or written. Undefined for errors outside storage. */
export function storageError(file: string | undefined, error: unknown): DataFileError | undefined {
  if (error instanceof DataFileError) return error;
  // Drizzle wraps a query's error in its own.
  const own = isError(error) && error.cause !== undefined ? error.cause : error;
  // We also read the file back without SQLite.
  const isOurs = (isError(own) && own.name === 'SqliteError') || errorCode(own) === 'EIO';
  const reason = isOurs ? reasonOf(errorCode(own)) : undefined;
  if (reason === undefined || !isError(own)) return undefined;
  const told =
    file === undefined
      ? `The data in memory cannot be read or written: ${own.message}.`
      : `The data file ${file} ${reason.words}`;
  return new DataFileError(told, { code: reason.code, cause: error });
}

interface Reason {
  readonly code: string;
  readonly words: string;
}

function reasonOf(code: string): Reason | undefined {
  const found = Object.entries(reasons).find(([key]) => code === key || code.startsWith(`${key}_`));
  return found && { code: found[0], words: found[1] };
}
