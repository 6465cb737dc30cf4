import { statSync } from 'node:fs';
import { openingError } from './data-file-error.ts';
import { openDatabase } from './open.ts';

/** The size of a data file in bytes, before and after. */
export interface Compacted {
  readonly before: number;
  readonly after: number;
}

/**
 * Checks the whole data file and rewrites it without its empty pages. From then on, a sandbox returns empty
 * pages automatically, as with files that it has created. Needs as much free space again. Throws
 * `DataFileError`.
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
