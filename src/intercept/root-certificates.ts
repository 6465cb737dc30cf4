import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, rootCertificates } from 'node:tls';
import { isNamedPipe } from '../host/named-pipe.ts';

/** Where Linux and the BSDs keep their trusted roots: Debian, Fedora, openSUSE, RHEL, Alpine, BSD. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/**
 * The roots that this machine trusts, as PEM without duplicates: from the system's bundle on Linux, from its
 * store on macOS and Windows, and otherwise Node's own.
 */
export function systemRoots(platform: NodeJS.Platform = process.platform): readonly string[] {
  const bundle = platform === 'win32' || platform === 'darwin' ? undefined : bundles.find(existsSync);
  const roots = bundle === undefined ? storedRoots() : certificatesIn(readFileSync(bundle, 'utf8'));
  return roots.length > 0 ? roots : rootCertificates;
}

/** The certificates in a file, or in all files of a folder. Empty if it cannot be read. */
export function certificatesOf(path: string): readonly string[] {
  try {
    if (isNamedPipe(path)) return [];
    if (!statSync(path).isDirectory()) return certificatesIn(readFileSync(path, 'utf8'));
    return readdirSync(path).flatMap((name) => certificatesOf(join(path, name)));
  } catch {
    return [];
  }
}

/** The DER of a PEM certificate. */
export function derOf(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
}

function certificatesIn(text: string): readonly string[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return [...new Set(blocks)];
}

/** Node 22.14 cannot read the system's store. */
function storedRoots(): readonly string[] {
  return typeof getCACertificates === 'function' ? getCACertificates('system') : [];
}
