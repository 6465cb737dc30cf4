import { packageFile } from '../host/package-files.ts';
import { write } from './print.ts';

/** Prints the licences of what is bundled: of the libraries and, in the standalone executable, of Node. */
export function licences(): void {
  write(packageFile('dist/THIRD-PARTY-NOTICES.txt'));
}
