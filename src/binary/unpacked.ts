import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { extname, isAbsolute, join } from 'node:path';

/** The executable cannot unpack what it needs; the message says where it tried, and what to do. */
export class UnpackError extends Error {
  override readonly name = 'UnpackError';
}

/**
 * The path of a file with these bytes, which nobody else can have written: in a folder of this user's or root's alone, under a name made of
 * the bytes. What is there already is compared with them, and replaced where it differs; processes that start at once put the same there.
 *
 * @throws UnpackError when no folder will do.
 */
export function unpacked(name: string, bytes: Uint8Array): string {
  const ending = extname(name);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const failures: string[] = [];
  for (const folder of [cacheFolder(), sharedFolder()]) {
    const file = join(folder, `${name.slice(0, -ending.length)}-${hash}${ending}`);
    try {
      ownFolder(folder);
      if (!holds(file, bytes)) place(file, bytes);
      return file;
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new UnpackError(
    `The database module cannot be unpacked: ${failures.join('; ')}. Name a folder that can be written with XDG_CACHE_HOME.`,
  );
}

/** As the XDG specification and the systems have it. */
function cacheFolder(): string {
  const { XDG_CACHE_HOME = '', LOCALAPPDATA = '' } = process.env;
  if (isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, 'gateway-sandbox');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'gateway-sandbox');
  if (process.platform !== 'win32') return join(homedir(), '.cache', 'gateway-sandbox');
  return join(isAbsolute(LOCALAPPDATA) ? LOCALAPPDATA : homedir(), 'gateway-sandbox');
}

/** For a user without a home, such as one of a container: a folder of theirs in everybody's folder. */
function sharedFolder(): string {
  return join(tmpdir(), `gateway-sandbox-${process.getuid?.() ?? ''}`);
}

/** Makes the folder where there is none; one that somebody else than its user or root can write is refused. */
function ownFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Not through a link: somebody else may have put it there.
  const { mode, uid } = lstatSync(folder);
  if (process.getuid === undefined) return;
  if (uid !== process.getuid() && uid !== 0) throw new Error(`${folder} belongs to another user`);
  if ((mode & 0o022) !== 0) throw new Error(`${folder} can be written by others`);
}

function holds(file: string, bytes: Uint8Array): boolean {
  try {
    return readFileSync(file).equals(bytes);
  } catch {
    return false;
  }
}

function place(file: string, bytes: Uint8Array): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, bytes, { flag: 'wx', mode: 0o600 });
    chmodSync(draft, 0o500);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}
