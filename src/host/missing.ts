import { statSync } from 'node:fs';
import { errorCode } from './errors.ts';

/**
 * Whether nothing exists at a path, so a file can be created there. False for other errors, such as a loop of
 * links or a name that is too long: opening the file reports those.
 */
export function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return errorCode(error) === 'ENOENT';
  }
}
