import { homedir } from 'node:os';
import { posix, resolve, win32 } from 'node:path';
import { createSecureContext, type TlsOptions } from 'node:tls';
import { type Identity, makeLeaf } from './certificate.ts';
import { findOrMakeAuthority } from './found-authority.ts';
import { authorityFiles, type Lack } from './kept-authority.ts';
import { TlsError } from './tls-error.ts';

/** `cert`, `key` and `SNICallback` are named and formed as `node:tls` takes them. */
export interface LocalCertificate {
  /** The server's certificate, then its authority's: PEM. */
  readonly cert: string;
  /** The server's private key: PEM, PKCS #8. It is kept nowhere. */
  readonly key: string;
  /** Gives every name under `.localhost` a certificate of its own: clients match no `*.localhost`. */
  readonly SNICallback: NonNullable<TlsOptions['SNICallback']>;
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
  /** Host names and IP addresses. */
  readonly hosts: readonly string[];
  /** Milliseconds since 1970 in real time. */
  readonly now?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A certificate for a server at these hosts, by the local authority of the folder, which is made when there is none that
 * can be used. Processes that start at once agree on one authority. Throws `TlsError`.
 */
export async function localCertificate(options: LocalCertificateOptions): Promise<LocalCertificate> {
  const { hosts, now = Date.now() } = options;
  const dir = resolve(options.dir);
  const { authority, made } = await findOrMakeAuthority(dir, now);
  const caFile = authorityFiles(dir).certificate;
  return {
    ...chain(authority, hosts, now),
    SNICallback: namesUnderLocalhost(authority),
    caFile,
    madeAuthority: made !== undefined,
    note: made && noteOn(made, dir, caFile),
  };
}

/**
 * Where the local CA is kept for this user: `$XDG_DATA_HOME/gateway-sandbox` where that is set, else in the platform's
 * folder for the data of applications. Throws `TlsError` when the user has no home.
 */
export function defaultTlsDir(
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const folder = 'gateway-sandbox';
  if (platform === 'win32') {
    const { isAbsolute, join } = win32;
    if (env.LOCALAPPDATA && isAbsolute(env.LOCALAPPDATA)) return join(env.LOCALAPPDATA, folder);
    return join(homeOf(env.USERPROFILE), 'AppData', 'Local', folder);
  }
  const { isAbsolute, join } = posix;
  // The XDG specification has relative paths ignored.
  if (env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME)) return join(env.XDG_DATA_HOME, folder);
  if (platform === 'darwin') return join(homeOf(env.HOME), 'Library', 'Application Support', folder);
  return join(homeOf(env.HOME), '.local', 'share', folder);
}

/** One line on how to trust the local CA: for one program, and everywhere. Its paths are quoted for the platform's shell. */
export function trustHint(caFile: string, platform: NodeJS.Platform = process.platform): string {
  const file = platform === 'win32' ? `"${caFile}"` : quoted(caFile);
  return `Trust it with NODE_EXTRA_CA_CERTS=${file} or curl --cacert ${file}, or everywhere: ${storeCommand(file, platform)}`;
}

function chain(authority: Identity, hosts: readonly string[], nowMs: number): { cert: string; key: string } {
  const { certificate, key } = makeLeaf(authority, hosts, nowMs);
  return {
    cert: certificate.toString() + authority.certificate.toString(),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function namesUnderLocalhost(authority: Identity): LocalCertificate['SNICallback'] {
  return (servername, done) => {
    // Without a context of its own, a name gets the certificate of `hosts`.
    if (!/\.localhost\.?$/i.test(servername)) return done(null);
    try {
      done(null, createSecureContext(chain(authority, [servername], Date.now())));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
}

function noteOn(lack: Lack, dir: string, caFile: string): string | undefined {
  if (lack === 'missing') return undefined;
  return `The local CA in ${dir} ${lack} and was made anew: where the old one was trusted, trust ${caFile} again.`;
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

function quoted(path: string): string {
  return /^[\w./:@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

function storeCommand(file: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return `certutil -user -addstore Root ${file}`;
  if (platform === 'darwin') {
    return `security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db ${file}`;
  }
  // A copy that all may read: ours is its owner's alone.
  return `sudo install -m 644 ${file} /usr/local/share/ca-certificates/gateway-sandbox.crt && sudo update-ca-certificates`;
}
