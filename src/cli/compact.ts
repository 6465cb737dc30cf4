import { existsSync } from 'node:fs';
import { compactFile } from '../store/compact.ts';
import { CommandFailed } from './control-client.ts';
import { fileSize, oneLine, show } from './output.ts';

/** Looks at the whole data file of a sandbox that does not run, and writes it again without its empty pages. */
export async function compact(file: string, flags: { readonly json?: boolean }): Promise<void> {
  if (!existsSync(file)) throw new CommandFailed(`There is no file ${file}.`);
  const { before, after } = compactFile(file);
  show(flags, { file, bytes_before: before, bytes_after: after }, () =>
    oneLine(`${file} is whole. It had ${fileSize(before)} and has ${fileSize(after)}.`),
  );
}
