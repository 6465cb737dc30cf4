import { isAbsolute } from 'node:path';
import { currentFolder } from '../host/current-folder.ts';
import { leftLog, refuseName } from '../store/file-place.ts';
import { CommandFailed, type ControlFlags, controlClient, WrongUsage } from './control-client.ts';
import { backupCheck } from './download-check.ts';
import { fillNewFile, refuseExisting } from './new-file.ts';
import { fileSize, oneLine, show } from './output.ts';

/** A backup has no size limit. */
const limits = { maxBytes: Number.POSITIVE_INFINITY, timeoutMs: 600_000, silentMs: 60_000 };

/** Saves all data of a running sandbox to a new data file. Never overwrites a file. */
export async function backup(file: string, flags: ControlFlags): Promise<void> {
  if (file === '-') throw new WrongUsage('A backup cannot go to stdout. Name a new file.');
  // Checked first, because the download may take a while.
  if (!isAbsolute(file)) currentFolder();
  refuseExisting(file);
  refuseName(file);
  const log = leftLog(file);
  if (log !== undefined)
    throw new CommandFailed(
      `The log of another data file is at ${log}, and would be read with the backup. Move it away, or name another file.`,
    );
  let bytes = 0;
  await fillNewFile(file, 'The backup', async (write) => {
    const { take, end } = backupCheck(flags.url);
    await controlClient(flags).download('/backup', {
      ...limits,
      sink: (chunk) => {
        take(chunk);
        bytes += chunk.byteLength;
        write(chunk);
      },
    });
    end();
  });
  show(flags, { file, bytes }, () =>
    oneLine(`The backup is in ${file} (${fileSize(bytes)}). Start a sandbox with --data ${file} to use it.`),
  );
}
