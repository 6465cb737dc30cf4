import { resolve } from 'node:path';
import { createSecureContext, type TlsOptions } from 'node:tls';
import { errorOfThisRealm } from '../host/errors.ts';
import { machineTime } from '../host/timers.ts';
import { type Identity, makeLeaf } from './certificate.ts';
import { findOrMakeAuthority } from './found-authority.ts';
import { authorityFiles, type Lack } from './kept-authority.ts';

/** `cert`, `key` and `SNICallback` are options of `node:tls`. */
export interface LocalCertificate {
  /** The server's certificate followed by its authority's, in PEM. */
  readonly cert: string;
  /** The server's private key, PEM, PKCS #8. It is never stored. */
  readonly key: string;
  /** Certificates for local names: `shop.localhost` (clients do not match `*.localhost`), `sandbox`. */
  readonly SNICallback: NonNullable<TlsOptions['SNICallback']>;
  /** The absolute path of the authority's certificate, which clients must trust. */
  readonly caFile: string;
  /** Whether the authority is new, so that no client trusts it yet. */
  readonly madeAuthority: boolean;
  /** For the user: why an existing authority was replaced, and what to do now. */
  readonly note: string | undefined;
}

export interface LocalCertificateOptions {
  /** The authority's folder, created if missing and restricted to its owner. */
  readonly dir: string;
  /** Host names and IP addresses. */
  readonly hosts: readonly string[];
  /** Milliseconds since 1970, by the clock that clients have. */
  readonly now?: number;
}

/**
 * A certificate for a server at these hosts, from the folder's local authority, which is created if there is
 * no usable one. Processes that start at the same time share one authority. Throws `TlsError`.
 */
export async function localCertificate(options: LocalCertificateOptions): Promise<LocalCertificate> {
  const { hosts, now = machineTime() } = options;
  const dir = resolve(options.dir);
  const { authority, made } = await findOrMakeAuthority(dir, now);
  const caFile = authorityFiles(dir).certificate;
  return {
    ...chain(authority, hosts, now),
    SNICallback: localNames(authority),
    caFile,
    madeAuthority: made !== undefined,
    note: made && noteOn(made, dir, caFile),
  };
}

/** One line on trusting the local CA, in one program or everywhere. Quotes paths for the platform. */
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

/** Names that public DNS does not resolve: the ones that `isAllowedHost` (src/http/guard.ts) accepts. */
const localName = /^(?:(?:[a-z0-9_-]+\.)*localhost|host\.docker\.internal|[a-z][a-z0-9_-]*)\.?$/i;

function localNames(authority: Identity): LocalCertificate['SNICallback'] {
  return (servername, done) => {
    // Any other name gets the certificate of `hosts`.
    if (servername === 'localhost' || !localName.test(servername)) return done(null);
    try {
      done(null, createSecureContext(chain(authority, [servername], machineTime())));
    } catch (error) {
      done(errorOfThisRealm(error));
    }
  };
}

function noteOn(lack: Lack, dir: string, caFile: string): string | undefined {
  if (lack === 'missing') return undefined;
  return `The local CA in ${dir} ${lack} and was made again: where the old one was trusted, trust ${caFile} again.`;
}

function quoted(path: string): string {
  return /^[\w./:@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

function storeCommand(file: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return `certutil -user -addstore Root ${file}`;
  if (platform === 'darwin') {
    return `security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db ${file}`;
  }
  // A copy that all users can read: our file is restricted to its owner.
  return `sudo install -m 644 ${file} /usr/local/share/ca-certificates/gateway-sandbox.crt && sudo update-ca-certificates`;
}
