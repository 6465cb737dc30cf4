import { createPrivateKey, sign, verify, X509Certificate } from 'node:crypto';
import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../host/errors.ts';
import { isNamedPipe } from '../host/named-pipe.ts';
import { authorityName, type Identity } from './certificate.ts';
import { TlsError } from './tls-error.ts';

/** A usable authority, or why there is none, worded to follow its name. */
export type Kept = { readonly authority: Identity } | { readonly lack: Lack };

export type Lack = 'missing' | 'was incomplete' | 'was damaged' | 'had expired' | 'was not valid yet';

export interface AuthorityFiles {
  readonly certificate: string;
  readonly key: string;
}

export function authorityFiles(dir: string): AuthorityFiles {
  return { certificate: join(dir, 'ca.pem'), key: join(dir, 'ca-key.pem') };
}

/**
 * Reads the authority in a folder and restricts files and folder to their owner. Throws `TlsError` when the
 * files belong to another authority, and the file system's error when they cannot be read.
 */
export async function keptAuthority(dir: string, nowMs: number): Promise<Kept> {
  const files = authorityFiles(dir);
  const [certificatePem, keyPem] = await Promise.all([textOf(files.certificate), textOf(files.key)]);
  if (certificatePem === undefined && keyPem === undefined) return { lack: 'missing' };

  const certificate = certificatePem === undefined ? undefined : parsed(certificatePem, toCertificate);
  if (certificate && certificate.subject !== `CN=${authorityName}`)
    throw new TlsError(foreign(files.certificate));
  if (certificatePem === undefined || keyPem === undefined) return { lack: 'was incomplete' };

  const key = parsed(keyPem, createPrivateKey);
  if (!certificate || !key) return { lack: 'was damaged' };
  const authority = { certificate, key };
  const lack = lackOf(authority, nowMs);
  if (lack) return { lack };

  await Promise.all([
    keepPrivate(dir, 0o700),
    keepPrivate(files.certificate, 0o600),
    keepPrivate(files.key, 0o600),
  ]);
  return { authority };
}

// A sandbox that starts just before the expiry should stay trusted while it runs.
const leastLifeLeftMs = 24 * 60 * 60 * 1000;

function lackOf(authority: Identity, nowMs: number): Lack | undefined {
  if (!isSound(authority)) return 'was damaged';
  const { validFromDate, validToDate } = authority.certificate;
  if (validToDate.getTime() - leastLifeLeftMs <= nowMs) return 'had expired';
  return validFromDate.getTime() > nowMs ? 'was not valid yet' : undefined;
}

/** Tests the key by signing: `checkPrivateKey` compares only the public half, which the key file repeats. */
function isSound({ certificate, key }: Identity): boolean {
  try {
    const { publicKey } = certificate;
    const proof = Buffer.from(certificate.fingerprint256);
    // Its own signature reveals a changed byte in the certificate.
    return certificate.verify(publicKey) && verify('sha256', proof, publicKey, sign('sha256', proof, key));
  } catch {
    return false;
  }
}

/** Restricts a file or folder to its owner. Windows separates users' folders without modes. */
export async function keepPrivate(path: string, mode: number): Promise<void> {
  if (process.platform === 'win32' || ((await stat(path)).mode & 0o077) === 0) return;
  await chmod(path, mode);
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    if (isNamedPipe(file))
      throw new TlsError(
        `${file} is a named pipe. Move it away, or use your own certificate with --cert and --key.`,
      );
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function parsed<T>(pem: string, parse: (pem: string) => T): T | undefined {
  try {
    return parse(pem);
  } catch {
    return undefined;
  }
}

function toCertificate(pem: string): X509Certificate {
  return new X509Certificate(pem);
}

function foreign(file: string): string {
  return `${file} is the certificate of another authority and was left as it is. Move it away, or use your own certificate with --cert and --key.`;
}
