import { statSync } from 'node:fs';
import { openingError } from './data-file-error.ts';
import { openDatabase } from './open.ts';

/** Bytes of a data file before and after. */
export interface Compacted {
  readonly before: number;
  readonly after: number;
}

/**
 * Writes a data file again without its empty pages, after a look at all of it. From then on a sandbox gives empty pages back by itself, as
 * it does with files that it has made. Needs as much free space again. Throws `DataFileError`.
 */
export function compactFile(file: string): Compacted {
  const before = sizeOf(file);
  const database = openDatabase(file, 'full');
  try {
    database.vacuum();
  } catch (error) {
    throw openingError(file, error);
  } finally {
    database.close();
  }
  return { before, after: sizeOf(file) };
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (error) {
    throw openingError(file, error);
  }
}
