import { accessSync, constants, statSync } from 'node:fs';
import { dirname, posix, win32 } from 'node:path';
import { errorMessage } from '../host/errors.ts';
import { isMissing } from '../host/missing.ts';
import { ownFolder, temporaryFolder, userHome } from '../host/own-folder.ts';
import { TlsError } from './tls-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface TlsDir {
  readonly dir: string;
  /** For the user: why the folder is a temporary one. */
  readonly note: string | undefined;
}

/**
 * The folder of this user's local CA: the default one, or a temporary one if the default cannot be created.
 * In containers, users often have no home, or `/`. Throws `TlsError` when neither is usable.
 */
export function usableTlsDir(
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): TlsDir {
  const dir = defaultTlsDir(env, platform);
  // A folder that the user configured is used as it is: using it reports any problem.
  if (dir !== undefined && (isNamed(env, platform) || canBe(dir))) return { dir, note: undefined };
  const temporary = temporaryFolder();
  try {
    // A CA of another user must not be trusted.
    ownFolder(temporary);
  } catch (error) {
    const why = errorMessage(error);
    throw new TlsError(
      `There is no folder to keep the local CA in: ${why}. Set XDG_DATA_HOME to a writable folder, or use your own certificate with --cert and --key.`,
    );
  }
  const why = dir === undefined ? 'This user has no home folder' : `${dir} cannot be created`;
  const note = `${why}, so the local CA is in ${temporary}, where it may not last. Set XDG_DATA_HOME to a folder that does.`;
  return { dir: temporary, note };
}

/**
 * The default folder of this user's local CA: `$XDG_DATA_HOME/gateway-sandbox` if set, otherwise the
 * platform's folder for application data. Undefined for a user without a home.
 */
export function defaultTlsDir(
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const folder = 'gateway-sandbox';
  if (platform === 'win32') {
    if (isNamed(env, platform)) return win32.join(env.LOCALAPPDATA ?? '', folder);
    const home = env.USERPROFILE || userHome();
    return home && win32.join(home, 'AppData', 'Local', folder);
  }
  if (isNamed(env, platform)) return posix.join(env.XDG_DATA_HOME ?? '', folder);
  const home = posix.isAbsolute(env.HOME ?? '') ? env.HOME : userHome();
  if (home === undefined) return undefined;
  return platform === 'darwin'
    ? posix.join(home, 'Library', 'Application Support', folder)
    : posix.join(home, '.local', 'share', folder);
}

/** The XDG specification ignores relative paths. */
function isNamed(env: Environment, platform: NodeJS.Platform): boolean {
  return platform === 'win32'
    ? win32.isAbsolute(env.LOCALAPPDATA ?? '')
    : posix.isAbsolute(env.XDG_DATA_HOME ?? '');
}

/** Whether the path exists, or this user can create it in its nearest existing parent. */
function canBe(path: string): boolean {
  let nearest = path;
  while (nearest !== dirname(nearest) && isMissing(nearest)) nearest = dirname(nearest);
  try {
    const isFolder = statSync(nearest).isDirectory();
    if (nearest === path) return true;
    accessSync(nearest, constants.W_OK | constants.X_OK);
    return isFolder;
  } catch {
    return false;
  }
}
