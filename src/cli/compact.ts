import { isMissing } from '../host/missing.ts';
import { compactFile } from '../store/compact.ts';
import { CommandFailed } from './control-client.ts';
import { fileSize, oneLine, show } from './output.ts';

/** Verifies the data file of a stopped sandbox and rewrites it without empty pages. */
export async function compact(file: string, flags: { readonly json?: boolean }): Promise<void> {
  if (isMissing(file)) throw new CommandFailed(`There is no file ${file}.`);
  const { before, after } = compactFile(file);
  show(flags, { file, bytes_before: before, bytes_after: after }, () =>
    oneLine(`${file} is whole. It had ${fileSize(before)} and has ${fileSize(after)}.`),
  );
}
