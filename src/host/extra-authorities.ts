import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isNamedPipe } from './named-pipe.ts';

/**
 * The file for the `NODE_EXTRA_CA_CERTS` of a child process that must trust the local CA. The variable takes one
 * file: if the user has set it, that is a file beside the local CA with the certificates of both.
 */
export function extraAuthorities(ca: string, own = process.env.NODE_EXTRA_CA_CERTS): string {
  if (!own) return ca;
  try {
    if (isNamedPipe(own)) return ca;
    const [owns = '', certificate = ''] = [own, ca].map((file) => readFileSync(file, 'utf8').trim());
    if (owns.includes(certificate)) return resolve(own);
    const name = createHash('sha256').update(resolve(own)).digest('hex').slice(0, 16);
    const both = join(dirname(ca), `ca-and-${name}.pem`);
    // Ours first: OpenSSL stops reading at a certificate that is broken.
    replace(both, `${certificate}\n${owns}\n`);
    return both;
  } catch {
    // Node starts without a file that it cannot read.
    return ca;
  }
}

/** Another process that starts at the same time reads a whole file. */
function replace(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
