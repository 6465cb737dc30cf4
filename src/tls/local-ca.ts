import { resolve } from 'node:path';
import { createSecureContext, type TlsOptions } from 'node:tls';
import { errorOfThisRealm } from '../host/errors.ts';
import { type Identity, makeLeaf } from './certificate.ts';
import { findOrMakeAuthority } from './found-authority.ts';
import { authorityFiles, type Lack } from './kept-authority.ts';

/** `cert`, `key` and `SNICallback` are named and formed as `node:tls` takes them. */
export interface LocalCertificate {
  /** The server's certificate, then its authority's: PEM. */
  readonly cert: string;
  /** The server's private key: PEM, PKCS #8. It is kept nowhere. */
  readonly key: string;
  /** Gives names that only a local network knows certificates of their own: `shop.localhost` (clients match no `*.localhost`), `sandbox`. */
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
    SNICallback: localNames(authority),
    caFile,
    madeAuthority: made !== undefined,
    note: made && noteOn(made, dir, caFile),
  };
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

/** Names that no public DNS server answers for: the API accepts the same ones (`isAllowedHost` in src/http/guard.ts). */
const localName = /^(?:(?:[a-z0-9_-]+\.)*localhost|host\.docker\.internal|[a-z][a-z0-9_-]*)\.?$/i;

function localNames(authority: Identity): LocalCertificate['SNICallback'] {
  return (servername, done) => {
    // Without a context of its own, a name gets the certificate of `hosts`.
    if (servername === 'localhost' || !localName.test(servername)) return done(null);
    try {
      done(null, createSecureContext(chain(authority, [servername], Date.now())));
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
  // A copy that all may read: ours is its owner's alone.
  return `sudo install -m 644 ${file} /usr/local/share/ca-certificates/gateway-sandbox.crt && sudo update-ca-certificates`;
}
