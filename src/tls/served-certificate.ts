import { networkInterfaces } from 'node:os';
import type { TlsOptions } from 'node:tls';
import type { Config } from '../config/config.ts';
import { localCertificate, trustHint } from './local-ca.ts';
import { namedCertificate } from './named-certificate.ts';
import { usableTlsDir } from './tls-dir.ts';

/** The certificate with which a sandbox serves HTTPS. */
export interface ServedCertificate {
  readonly tls: Pick<TlsOptions, 'cert' | 'key' | 'SNICallback'>;
  /** The local CA that signed it. Undefined with `--cert`. */
  readonly authority: LocalAuthority | undefined;
  /** For the user: problems that clients may have with the certificate. */
  readonly note: string | undefined;
}

export interface LocalAuthority {
  readonly caFile: string;
  readonly trustHint: string;
}

type Wanted = Pick<Config, 'cert' | 'key' | 'host' | 'allowHosts' | 'publicUrl'>;

/** The certificate of `--cert` and `--key`, or one from the local CA. Throws `TlsError`. */
export async function servedCertificate(config: Wanted): Promise<ServedCertificate> {
  if (config.cert !== undefined && config.key !== undefined) {
    const { note, ...tls } = await namedCertificate(config.cert, config.key);
    return { tls, authority: undefined, note };
  }
  const { dir, note: folderNote } = usableTlsDir();
  const { caFile, note, ...tls } = await localCertificate({ dir, hosts: hostsOf(config) });
  const notes = [folderNote, note].filter((each) => each !== undefined);
  return { tls, authority: { caFile, trustHint: trustHint(caFile) }, note: notes.join(' ') || undefined };
}

/** Every name and address by which the configuration makes the sandbox reachable. */
function hostsOf({ host, allowHosts, publicUrl }: Wanted): string[] {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return [
    'localhost',
    '127.0.0.1',
    '::1',
    ...(host === undefined ? [] : [host]),
    ...(isEverywhere ? ownAddresses() : []),
    ...(publicUrl === undefined || publicUrl === 'auto' ? [] : [new URL(publicUrl).hostname]),
    ...allowHosts,
  ];
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
}
