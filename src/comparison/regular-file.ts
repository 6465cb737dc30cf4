import { readFileSync, statSync } from 'node:fs';

/** Far more than the longest report needs. */
const mostMebibytes = 16;

/** The text of a file. Throws for pipes, devices, folders and huge files, which cannot be reports. */
export function textOfRegularFile(file: string): string {
  const stats = statSync(file);
  if (!stats.isFile()) throw new Error('it is not a regular file');
  if (stats.size > mostMebibytes * 2 ** 20) throw new Error(`it is larger than ${mostMebibytes} MiB`);
  return readFileSync(file, 'utf8');
}
