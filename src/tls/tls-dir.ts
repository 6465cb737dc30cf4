import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { TlsError } from './tls-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const folder = 'gateway-sandbox';

/**
 * Where the local CA is kept for this user: `$XDG_DATA_HOME/gateway-sandbox` where that is set, else the platform's folder
 * for an application's data. Throws `TlsError` when the user has no home.
 */
export function defaultTlsDir(env: Environment = process.env, platform: string = process.platform): string {
  if (platform === 'win32') {
    return win32.join(
      absolute(env.LOCALAPPDATA, win32) ?? win32.join(homeOf(env.USERPROFILE), 'AppData', 'Local'),
      folder,
    );
  }
  const dataHome = absolute(env.XDG_DATA_HOME, posix);
  if (dataHome !== undefined) return posix.join(dataHome, folder);
  const home = homeOf(env.HOME);
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', folder);
  return posix.join(home, '.local', 'share', folder);
}

/** One line on how to trust the local CA: for one program, and for the user or the machine. */
export function trustHint(caFile: string, platform: string = process.platform): string {
  const file = platform === 'win32' ? `"${caFile}"` : quoted(caFile);
  return `Trust it with NODE_EXTRA_CA_CERTS=${file} or curl --cacert ${file}, or everywhere: ${storeCommand(file, platform)}`;
}

/** The XDG specification has relative paths ignored. */
function absolute(
  path: string | undefined,
  { isAbsolute }: { isAbsolute(path: string): boolean },
): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

function homeOf(variable: string | undefined): string {
  if (variable) return variable;
  try {
    return homedir();
  } catch (error) {
    // A container's user may be a mere number.
    throw new TlsError(
      'This user has no home folder to keep a local CA in. Set HOME or XDG_DATA_HOME, or give a certificate of your own with --cert and --key.',
      { cause: error },
    );
  }
}

function storeCommand(file: string, platform: string): string {
  if (platform === 'win32') return `certutil -user -addstore Root ${file}`;
  if (platform === 'darwin') {
    return `security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db ${file}`;
  }
  // A copy that all may read: ours is its owner's alone.
  return `sudo install -m 644 ${file} /usr/local/share/ca-certificates/gateway-sandbox.crt && sudo update-ca-certificates`;
}

function quoted(path: string): string {
  return /^[\w./:@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
