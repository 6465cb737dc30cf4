import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { baseUrl } from './base-url.ts';
import { type Config, ConfigError } from './config.ts';
import { type Listening, type ListenOptions, listen } from './http/server.ts';
import { randomIds } from './ids.ts';
import type { Addresses } from './runtime.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { isIpAddress, isSameAddress, kindOf } from './spec/ip-address.ts';
import { hostOf, portOf } from './spec/merchant-url.ts';
import { bugTeller } from './tell-bug.ts';

/** A sandbox that answers requests. */
export interface Running {
  readonly sandbox: Sandbox;
  /** What clients call: no slash at the end. */
  readonly url: string;
  /** The token for `/_sandbox`, where others than this machine can connect. */
  readonly token: string | undefined;
  /** The local authority behind the certificate of `--https`: how to trust it, and why it is a new one. */
  readonly authority: LocalAuthority | undefined;
  /** Settles when somebody asks for the end over the control API. */
  readonly stopAsked: Promise<void>;
  /** Ends it in order: no new work, 5 s for what is under way, everything stored. */
  readonly stop: () => Promise<void>;
}

const stopPatienceMs = 1000;

interface RunOptions {
  /** False when the caller ends it by itself: `stop` over the control API is refused. */
  readonly isStoppable?: boolean;
}

/** Builds a sandbox from its configuration and listens. Throws `ConfigError`, `DataFileError`, `ListenError`. */
export async function runSandbox(config: Config, { isStoppable = true }: RunOptions = {}): Promise<Running> {
  const certified = await certificate(config);
  const token = config.token ?? (isLoopback(config.host) ? undefined : randomIds.key('token'));
  // Known when the port is; nothing is answered before.
  let listening: Listening | undefined;
  const url = () => baseUrl(config, listening?.port ?? config.port);
  const publicUrl = () => config.publicUrl ?? url();
  const { promise: stopAsked, resolve: askToStop } = Promise.withResolvers<void>();
  const sandbox = await createSandbox({
    ...config,
    askToStop: isStoppable ? askToStop : undefined,
    tellBug: bugTeller(),
    allowedHosts: [...config.allowHosts, ...ownHosts(config)],
    publicOrigin: config.publicUrl && new URL(config.publicUrl).origin,
    token,
    addresses: addressesOf(publicUrl, () => listening?.port ?? config.port, config),
  });
  try {
    listening = await listen(sandbox.app, { host: config.host, port: config.port, tls: certified?.tls });
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
  const { close } = listening;
  const stop = () => sandbox.stop(close(stopPatienceMs));
  return { sandbox, url: url(), token, authority: certified?.authority, stopAsked, stop };
}

function addressesOf(
  publicUrl: () => string,
  port: () => number,
  { host, callbackHostMap }: Pick<Config, 'host' | 'callbackHostMap'>,
): Addresses {
  const isOwnAddress = (address: string) =>
    kindOf(address) === 'loopback' || (!isLoopback(host) && isOfThisMachine(address));
  return {
    get publicUrl() {
      return publicUrl();
    },
    isSandbox(url) {
      const ours = new URL(publicUrl());
      const name = hostOf(url);
      if (name === hostOf(ours) && portOf(url) === portOf(ours)) return true;
      return portOf(url) === port() && (isLocalhost(name) || (isIpAddress(name) && isOwnAddress(name)));
    },
    isOwnSocket: (address, toPort) => toPort === port() && isOwnAddress(address),
    callbackHostMap: new Map(Object.entries(callbackHostMap)),
  };
}

function isOfThisMachine(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) =>
    all?.some((own) => isSameAddress(own.address, address)),
  );
}

function isLocalhost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}

/** The names under which the sandbox itself tells people to reach it. */
function ownHosts(config: Config): string[] {
  const urls = [baseUrl(config, config.port), ...(config.publicUrl ? [config.publicUrl] : [])];
  // A host that is no host is told of by the listening.
  return urls.flatMap((url) => URL.parse(url)?.hostname ?? []);
}

function isLoopback(host: string | undefined): boolean {
  return host === undefined || host === 'localhost' || (isIpAddress(host) && kindOf(host) === 'loopback');
}

interface LocalAuthority {
  readonly caFile: string;
  readonly trustHint: string;
  readonly note: string | undefined;
}

interface Certified {
  readonly tls: NonNullable<ListenOptions['tls']>;
  readonly authority?: LocalAuthority;
}

/** The certificate that was named, or one of our own local authority. */
async function certificate({ https, cert, key, host, allowHosts }: Config): Promise<Certified | undefined> {
  if (!https) return undefined;
  if (cert !== undefined || key !== undefined) return { tls: named(cert, key) };
  const { defaultTlsDir, localCertificate, trustHint } = await import('./tls/local-ca.ts');
  const hosts = ['localhost', '127.0.0.1', '::1', ...(host ? [host] : []), ...allowHosts];
  const { caFile, note, ...tls } = await localCertificate({ dir: defaultTlsDir(), hosts });
  return { tls, authority: { caFile, note, trustHint: trustHint(caFile) } };
}

function named(cert: string | undefined, key: string | undefined): Certified['tls'] {
  if (cert === undefined || key === undefined)
    throw new ConfigError('--cert and --key go together: name both files.', {
      member: cert === undefined ? 'key' : 'cert',
    });
  const read = (file: string) => {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      throw new ConfigError(
        `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  };
  const pair = { cert: read(cert), key: read(key) };
  try {
    // Loaded where it is used: it costs a start without it several milliseconds.
    process.getBuiltinModule('node:tls').createSecureContext(pair);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${cert} and ${key} are no certificate and key that go together: ${why}`);
  }
  return pair;
}
