import { existsSync, rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { baseUrl } from '../config/base-url.ts';
import type { Config } from '../config/config.ts';
import { internalErrorReporter } from '../host/report-internal-error.ts';
import { newAskedAddress } from '../http/asked-address.ts';
import { type Listening, listen } from '../http/server.ts';
import { isIpAddress, isLocalhost, isLoopbackHost, isSameAddress, kindOf } from '../protocol/ip-address.ts';
import { hostOf, portOf } from '../protocol/merchant-url.ts';
import { randomIds } from '../runtime/ids.ts';
import type { Addresses } from '../runtime/runtime.ts';
import type { Account } from '../store/accounts.ts';
import type { LocalAuthority } from '../tls/served-certificate.ts';
import { DemoShops } from './demo-shops.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

/** A sandbox that answers requests. */
export interface Running {
  readonly sandbox: Sandbox;
  /** The base URL for clients, without a trailing slash. */
  readonly url: string;
  /** The token for `/_sandbox`. Undefined when only this machine can connect. */
  readonly token: string | undefined;
  /** The local CA that signed the certificate of `--https`. */
  readonly authority: LocalAuthority | undefined;
  /** A warning about the certificate that clients may run into. */
  readonly certificateNote: string | undefined;
  /** Resolves when a stop is requested over the control API. */
  readonly stopAsked: Promise<void>;
  /** The demo shop of an account, started on demand and stopped with the sandbox. Throws `DemoShopError`. */
  readonly demoShop: (account: Account, port?: number) => Promise<{ readonly url: string }>;
  /** Stops gracefully: accepts no new work, gives work under way 5 s, and stores everything. */
  readonly stop: () => Promise<void>;
}

const stopPatienceMs = 1000;

interface RunOptions {
  /** False when the caller stops the sandbox: the control API then refuses `stop`. */
  readonly isStoppable?: boolean;
  /** True for the commands. False for the library, whose users keep their process's globals. */
  readonly isOwnProcess?: boolean;
  /** A snapshot file to start from. */
  readonly from?: AsyncIterable<Uint8Array> | undefined;
  /** The contents of a payment file to open. */
  readonly story?: string | undefined;
}

/** Builds a sandbox from its configuration and listens. Throws `UserError`. */
export async function runSandbox(config: Config, options: RunOptions = {}): Promise<Running> {
  // Loaded on demand, which saves several milliseconds at startup without HTTPS.
  const certified = config.https
    ? await (await import('../tls/served-certificate.ts')).servedCertificate(config)
    : undefined;
  const token = config.token ?? (isLoopback(config.host) ? undefined : randomIds().key('token'));
  // Set once the port is known. Nothing is answered before.
  let listening: Listening | undefined;
  const port = () => listening?.port ?? config.port;
  const { promise: stopAsked, resolve: askToStop } = Promise.withResolvers<void>();
  const shops = new DemoShops(() => baseUrl(config, port()));
  const newFile = config.data !== undefined && !existsSync(config.data) ? config.data : undefined;
  const sandbox = await createSandbox({
    ...config,
    ...ofOwner(config, options, { askToStop, demoShop: (account) => shops.of(account) }),
    reportInternalError: internalErrorReporter(),
    ...placeOf(config, port, () => shops.url),
    token,
  });
  try {
    listening = await listen(sandbox.app, { ...config, ...options, tls: certified?.tls });
  } catch (error) {
    await undo(sandbox, newFile);
    throw error;
  }
  const { close } = listening;
  return {
    sandbox,
    url: baseUrl(config, port()),
    token,
    authority: certified?.authority,
    certificateNote: certified?.note,
    stopAsked,
    demoShop: (account, shopPort) => shops.of(account, shopPort),
    stop: () => shops.stop().then(() => sandbox.stop(close(stopPatienceMs))),
  };
}

/**
 * A caller that stops the sandbox itself gets no stop over the control API. A shop in this process must trust
 * our certificate, which changes a global of the process.
 */
function ofOwner(
  { https }: Config,
  { isStoppable = true, isOwnProcess = false, from, story }: RunOptions,
  { askToStop, demoShop }: Required<Pick<SandboxOptions, 'askToStop' | 'demoShop'>>,
): Pick<SandboxOptions, 'askToStop' | 'demoShop' | 'from' | 'pid' | 'story'> {
  return {
    pid: isOwnProcess ? process.pid : undefined,
    from,
    story,
    askToStop: isStoppable ? askToStop : undefined,
    demoShop: !https || isOwnProcess ? demoShop : undefined,
  };
}

/** Stops a sandbox that failed to listen, and removes an empty data file that this start created. */
async function undo(sandbox: Sandbox, newFile: string | undefined): Promise<void> {
  await sandbox.stop();
  if (newFile !== undefined) rmSync(newFile, { force: true });
}

/** Where clients reach the sandbox. Functions, because the port isn't known yet. */
function placeOf(config: Config, port: () => number, shopUrl: () => string | undefined) {
  const fixed = fixedUrl(config);
  const ownUrl = () => fixed ?? baseUrl(config, port());
  const askedAddress = config.publicUrl === 'auto' ? newAskedAddress() : undefined;
  return {
    allowedHosts: [...config.allowHosts, ...ownHosts(config)],
    publicOrigin: fixed && new URL(fixed).origin,
    askedAddress,
    addresses: addressesOf(
      { ownUrl, publicUrl: () => askedAddress?.getStore() ?? ownUrl(), port, shopUrl },
      config,
    ),
  };
}

interface Place {
  readonly ownUrl: () => string;
  readonly publicUrl: () => string;
  readonly port: () => number;
  readonly shopUrl: () => string | undefined;
}

function addressesOf(
  { ownUrl, publicUrl, port, shopUrl }: Place,
  { host, callbackHostMap }: Pick<Config, 'host' | 'callbackHostMap'>,
): Addresses {
  const isOwnAddress = (address: string) =>
    kindOf(address) === 'loopback' || (!isLoopback(host) && isOfThisMachine(address));
  return {
    get publicUrl() {
      return publicUrl();
    },
    shopUrl,
    isSandbox(url) {
      const ours = new URL(ownUrl());
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

/** The configured public URL. Undefined when it differs per request or is not set. */
function fixedUrl({ publicUrl }: Config): string | undefined {
  return publicUrl === 'auto' ? undefined : publicUrl;
}

/** The host names of the URLs that the sandbox gives to its users. */
function ownHosts(config: Config): string[] {
  const urls = [baseUrl(config, config.port), fixedUrl(config) ?? ''];
  // `listen` reports a host that is not valid.
  return urls.flatMap((url) => URL.parse(url)?.hostname ?? []);
}

function isLoopback(host: string | undefined): boolean {
  return host === undefined || isLoopbackHost(host);
}
