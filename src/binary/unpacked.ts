import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { extname, isAbsolute, join } from 'node:path';
import { errorMessage } from '../host/errors.ts';
import { ownFolder, temporaryFolder, userHome } from '../host/own-folder.ts';
import { NativeModuleError } from './native-error.ts';
import { removeOld } from './old-files.ts';

/**
 * Unpacks the file and returns the result of `use`. No other user can have written it: its folder belongs to
 * this user or root only, its name contains the hash of its content, and an existing file is compared with
 * it. Processes that start simultaneously write the same file. If `use` fails because of the folder
 * (`isFolders`), the next folder is tried.
 *
 * @throws NativeModuleError if no folder works. Otherwise, whatever `use` throws.
 */
export function fromUnpacked<Used>(
  name: string,
  bytes: Uint8Array,
  use: (file: string) => Used,
  isFolders: (error: unknown) => boolean,
): Used {
  const failures: string[] = [];
  for (const folder of folders()) {
    let file: string;
    try {
      file = unpacked(folder, name, bytes);
    } catch (error) {
      failures.push(errorMessage(error));
      continue;
    }
    try {
      return use(file);
    } catch (error) {
      if (!isFolders(error)) throw error;
      failures.push(errorMessage(error));
    }
  }
  throw new NativeModuleError(
    `The database module cannot be unpacked and loaded: ${failures.join('; ')}. Set XDG_CACHE_HOME to a folder that can be written, on a disk that allows programs to run.`,
  );
}

/** The user's cache first, then a temporary folder. */
function folders(): string[] {
  const cache = cacheFolder();
  return cache === undefined ? [temporaryFolder()] : [cache, temporaryFolder()];
}

/** The location that XDG and the platforms define. Undefined for a user without a home folder. */
function cacheFolder(): string | undefined {
  const { XDG_CACHE_HOME = '', LOCALAPPDATA = '' } = process.env;
  if (isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, 'gateway-sandbox');
  if (process.platform === 'win32' && isAbsolute(LOCALAPPDATA)) return join(LOCALAPPDATA, 'gateway-sandbox');
  const home = userHome();
  if (home === undefined) return undefined;
  if (process.platform === 'darwin') return join(home, 'Library', 'Caches', 'gateway-sandbox');
  return process.platform === 'win32'
    ? join(home, 'gateway-sandbox')
    : join(home, '.cache', 'gateway-sandbox');
}

function unpacked(folder: string, name: string, bytes: Uint8Array): string {
  const ending = extname(name);
  const stem = name.slice(0, -ending.length);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const file = join(folder, `${stem}-${hash}${ending}`);
  ownFolder(folder);
  if (holds(file, bytes)) {
    noteUse(file);
    return file;
  }
  place(file, bytes);
  removeOld(folder, file, new RegExp(`^${stem}-[0-9a-f]{16}\\${ending}(\\.[0-9a-f-]{36})?$`));
  return file;
}

function holds(file: string, bytes: Uint8Array): boolean {
  try {
    return readFileSync(file).equals(bytes);
  } catch {
    return false;
  }
}

const dayMs = 24 * 60 * 60 * 1000;

/** Protects the file from `removeOld`. Updates the time at most once a day. */
function noteUse(file: string): void {
  try {
    const now = Date.now();
    if (now - statSync(file).mtimeMs > dayMs) utimesSync(file, now / 1000, now / 1000);
  } catch {
    // In a container image, the file belongs to root, and nothing deletes it there.
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
