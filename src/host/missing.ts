import { statSync } from 'node:fs';
import { errorCode } from './errors.ts';

/**
 * Whether there is nothing at a path, so that a file could be made there. False also where nobody can look, such as behind links that lead in
 * a circle or for a name that is too long: opening the file says why.
 */
export function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return errorCode(error) === 'ENOENT';
  }
}
