import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, errorMessage } from '../host/errors.ts';
import { makeFolder } from '../host/own-folder.ts';
import { later } from '../host/timers.ts';
import { type Identity, makeAuthority } from './certificate.ts';
import { authorityFiles, keepPrivate, keptAuthority, type Lack } from './kept-authority.ts';
import { TlsError } from './tls-error.ts';

export interface FoundAuthority {
  readonly authority: Identity;
  /** Why a new authority was created. Undefined when an existing one is used. */
  readonly made: Lack | undefined;
}

/** The authority in a folder. Creates a new one if there is no usable one. Throws `TlsError`. */
export async function findOrMakeAuthority(dir: string, nowMs: number): Promise<FoundAuthority> {
  try {
    const kept = await keptAuthority(dir, nowMs);
    if ('authority' in kept) return { authority: kept.authority, made: undefined };
    makeFolder(dir);
    await keepPrivate(dir, 0o700);
    return await whileLocked(dir, () => makeUnlessMade(dir, nowMs));
  } catch (error) {
    throw error instanceof TlsError ? error : new TlsError(sentence(dir, error), { cause: error });
  }
}

/** Another process may have created it in the meantime, or been between writing its two files. */
async function makeUnlessMade(dir: string, nowMs: number): Promise<FoundAuthority> {
  const kept = await keptAuthority(dir, nowMs);
  if ('authority' in kept) return { authority: kept.authority, made: undefined };
  const authority = makeAuthority(nowMs);
  const files = authorityFiles(dir);
  await replace(files.key, authority.key.export({ type: 'pkcs8', format: 'pem' }).toString());
  await replace(files.certificate, authority.certificate.toString());
  return { authority, made: kept.lack };
}

/** Atomic, even in a power failure. */
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

async function whileLocked<T>(dir: string, work: () => Promise<T>): Promise<T> {
  const lock = join(dir, 'ca.lock');
  await take(lock);
  try {
    return await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

// Much longer than creating an authority takes, so a process that holds the lock this long has died.
const lockPatienceMs = 3000;
const lockPauseMs = 10;

async function take(lock: string): Promise<void> {
  let waitedMs = 0;
  while (!(await isMade(lock))) {
    if (waitedMs < lockPatienceMs) {
      await later(lockPauseMs);
      waitedMs += lockPauseMs;
    } else {
      await rm(lock, { recursive: true, force: true });
      waitedMs = 0;
    }
  }
}

/** On every file system, creating a folder succeeds for only one process. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'a part of that path is a file',
  ENOENT: 'it does not exist and cannot be created',
  EISDIR: 'ca.pem or ca-key.pem in it is a folder',
};

function sentence(dir: string, error: unknown): string {
  const reason = reasons[errorCode(error)] ?? errorMessage(error);
  return `The local CA cannot be kept in ${dir}: ${reason}. Fix that, or use your own certificate with --cert and --key.`;
}
