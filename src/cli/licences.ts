import { packageFile } from '../package-files.ts';

/** Prints the licences of what is bundled: of the libraries and, in the standalone executable, of Node. */
export function licences(): void {
  process.stdout.write(packageFile('dist/THIRD-PARTY-NOTICES.txt'));
}
