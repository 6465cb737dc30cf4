import { packageFile } from '../host/package-files.ts';
import { write } from './print.ts';

/** Prints the licenses of the bundled libraries and, in the standalone executable, of Node. */
export function licences(): void {
  write(packageFile('dist/THIRD-PARTY-NOTICES.txt'));
}
