import { refuseName } from '../store/file-place.ts';
import { CommandFailed, type ControlFlags, controlClient } from './control-client.ts';
import { fillNewFile, refuseExisting } from './new-file.ts';
import { fileSize, oneLine, show } from './output.ts';

/** However many bytes there are, and however long they take. */
const limits = { maxBytes: Number.POSITIVE_INFINITY, timeoutMs: 600_000 };

/** Saves everything that a running sandbox has stored to a new data file. Never overwrites one. */
export async function backup(file: string, flags: ControlFlags): Promise<void> {
  // Before a download that may take a while, too.
  refuseExisting(file);
  refuseName(file);
  const bytes = Buffer.from(await controlClient(flags).download('/backup', limits));
  if (!isDataFile(bytes))
    throw new CommandFailed(`The server at ${flags.url} is not gateway-sandbox. Set --url.`);
  await fillNewFile(file, 'The backup', (write) => write(bytes));
  show(flags, { file, bytes: bytes.length }, () =>
    oneLine(
      `The backup is in ${file} (${fileSize(bytes.length)}). Start a sandbox with --data ${file} to use it.`,
    ),
  );
}

/** SQLite's magic, and as many pages as the header says. */
function isDataFile(bytes: Buffer): boolean {
  if (bytes.length < 100 || bytes.toString('latin1', 0, 16) !== 'SQLite format 3\0') return false;
  return bytes.readUInt16BE(16) * bytes.readUInt32BE(28) === bytes.length;
}
