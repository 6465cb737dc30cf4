import { refuseName } from '../store/file-place.ts';
import { CommandFailed, type ControlFlags, controlClient } from './control-client.ts';
import { fillNewFile, refuseExisting } from './new-file.ts';
import { fileSize, oneLine, show } from './output.ts';

/** A backup has no size limit. */
const limits = { maxBytes: Number.POSITIVE_INFINITY, timeoutMs: 600_000, silentMs: 60_000 };

/** Saves all data of a running sandbox to a new data file. Never overwrites a file. */
export async function backup(file: string, flags: ControlFlags): Promise<void> {
  // Checked first, because the download may take a while.
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

/** Checks SQLite's signature, and that the size matches the page count of the header. */
function isDataFile(bytes: Buffer): boolean {
  if (bytes.length < 100 || bytes.toString('latin1', 0, 16) !== 'SQLite format 3\0') return false;
  return bytes.readUInt16BE(16) * bytes.readUInt32BE(28) === bytes.length;
}
