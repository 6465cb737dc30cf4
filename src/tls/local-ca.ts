import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Identity, makeAuthority, makeLeaf } from './certificate.ts';
import { authorityFiles, keepPrivate, keptAuthority, type Lack } from './kept-authority.ts';
import { TlsError } from './tls-error.ts';

export interface LocalCertificate {
  /** The server's certificate, then its authority's: PEM, as `node:tls` takes it. */
  readonly cert: string;
  /** The server's private key: PEM, PKCS #8. It is kept nowhere. */
  readonly key: string;
  /** The absolute path of the authority's certificate, which clients are to trust. */
  readonly caFile: string;
  /** Whether the authority is new: nobody trusts it yet. */
  readonly madeAuthority: boolean;
  /** For the person: why an authority that was there before had to be replaced, and what to do now. */
  readonly note: string | undefined;
}

export interface LocalCertificateOptions {
  /** Where the authority is kept; made when missing. Nobody but its owner may read it afterwards. */
  readonly dir: string;
  /** Host names and IP addresses. A wildcard needs two labels after it: clients refuse `*.localhost`. */
  readonly hosts: readonly string[];
  /** Milliseconds since 1970 in real time. */
  readonly now?: number;
}

/**
 * A certificate for a server at these hosts, by the local authority of the folder, which is made when there is none that
 * can be used. Processes that start at once agree on one authority. Throws `TlsError`.
 */
export async function localCertificate(options: LocalCertificateOptions): Promise<LocalCertificate> {
  const { hosts, now = Date.now() } = options;
  const dir = resolve(options.dir);
  try {
    const { authority, made } = await authorityOf(dir, now);
    const leaf = makeLeaf(authority, hosts, now);
    const caFile = authorityFiles(dir).certificate;
    return {
      cert: leaf.certificate.toString() + authority.certificate.toString(),
      key: keyPem(leaf),
      caFile,
      madeAuthority: made !== undefined,
      note: made && noteOn(made, dir, caFile),
    };
  } catch (error) {
    throw error instanceof TlsError ? error : new TlsError(sentence(dir, error), { cause: error });
  }
}

/** `made` says what was lacking, when the authority is new. */
interface Found {
  readonly authority: Identity;
  readonly made: Lack | undefined;
}

async function authorityOf(dir: string, nowMs: number): Promise<Found> {
  const kept = await keptAuthority(dir, nowMs);
  if ('authority' in kept) return { authority: kept.authority, made: undefined };
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await keepPrivate(dir, 0o700);
  return whileLocked(dir, async () => {
    // Another process may have made it meanwhile, or have been between its two files before.
    const again = await keptAuthority(dir, nowMs);
    if ('authority' in again) return { authority: again.authority, made: undefined };
    const authority = makeAuthority(nowMs);
    await keep(dir, authority);
    return { authority, made: again.lack };
  });
}

/** Far longer than making an authority takes: who holds the lock for so long has died. */
const lockPatienceMs = 3000;
const lockPauseMs = 10;

async function whileLocked<T>(dir: string, work: () => Promise<T>): Promise<T> {
  const lock = join(dir, 'ca.lock');
  await take(lock);
  try {
    return await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function take(lock: string): Promise<void> {
  for (let waitedMs = 0; !(await isMade(lock)); waitedMs += lockPauseMs) {
    if (waitedMs >= lockPatienceMs) {
      await rm(lock, { recursive: true, force: true });
      waitedMs = 0;
    }
    await wait(lockPauseMs);
  }
}

/** Making a folder succeeds for one alone, on every file system. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function keep(dir: string, authority: Identity): Promise<void> {
  const files = authorityFiles(dir);
  await replace(files.key, keyPem(authority));
  await replace(files.certificate, authority.certificate.toString());
}

/** Whole or not at all, also when the power fails. */
async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function keyPem({ key }: Identity): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function noteOn(lack: Lack, dir: string, caFile: string): string | undefined {
  if (lack === 'missing') return undefined;
  return `The local CA in ${dir} ${lack} and was made anew: where the old one was trusted, trust ${caFile} again.`;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'a part of that path is a file',
  EISDIR: 'ca.pem or ca-key.pem in it is a folder',
};

function sentence(dir: string, error: unknown): string {
  const reason = reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
  return `The local CA cannot be kept in ${dir}: ${reason}. Mend that, or give a certificate of your own with --cert and --key.`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
