import { networkInterfaces } from 'node:os';
import { baseUrl } from '../config/base-url.ts';
import type { Config } from '../config/config.ts';
import { internalErrorReporter } from '../host/report-internal-error.ts';
import { UserError } from '../host/user-error.ts';
import { appToCome } from '../http/app-to-come.ts';
import { newAskedAddress } from '../http/asked-address.ts';
import { listen } from '../http/server.ts';
import { isIpAddress, isSameAddress, kindOf } from '../protocol/ip-address.ts';
import { isLocalhost } from '../protocol/loopback-host.ts';
import { hostOf, portOf } from '../protocol/merchant-url.ts';
import { randomIds } from '../runtime/ids.ts';
import type { Addresses } from '../runtime/runtime.ts';
import type { LocalAuthority, ServedCertificate } from '../tls/served-certificate.ts';
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
  /** The address of the demo shop that `shop` asked for. */
  readonly shopUrl: string | undefined;
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
  /** Also starts the demo shop, by default on the port after the sandbox's, or on a free one. */
  readonly shop?: { readonly port: number | undefined } | undefined;
}

/**
 * Listens, builds a sandbox from its configuration, and then answers what has been waiting since. Throws
 * `UserError`, and then leaves the rows of the data file as they were.
 */
export async function runSandbox(config: Config, options: RunOptions = {}): Promise<Running> {
  const certified = config.https ? await certificateOf(config) : undefined;
  const app = appToCome();
  const { port, close } = await listen(app, { ...config, ...options, tls: certified?.tls });
  const url = baseUrl(config, port);
  const shops = new DemoShops(url);
  const token = config.token ?? (isLoopback(config.host) ? undefined : randomIds().key('token'));
  const { promise: stopAsked, resolve: askToStop } = Promise.withResolvers<void>();
  try {
    if (options.shop) await shops.reserve(options.shop.port);
    const sandbox = await createSandbox({
      ...config,
      ...ofOwner(config, options, { askToStop, demoShop: shops }),
      reportInternalError: internalErrorReporter(),
      ...placeOf(config, port, () => shops.url),
      token,
    });
    if (options.shop) await openShop(shops, sandbox);
    app.open(sandbox.app);
    return {
      sandbox,
      url,
      token,
      authority: certified?.authority,
      certificateNote: certified?.note,
      stopAsked,
      shopUrl: shops.url,
      stop: () => shops.stop().then(() => sandbox.stop(close(stopPatienceMs))),
    };
  } catch (error) {
    await shops.stop();
    await close(0);
    throw error;
  }
}

/** Loaded on demand, which saves several milliseconds at startup without HTTPS. */
async function certificateOf(config: Config): Promise<ServedCertificate> {
  return (await import('../tls/served-certificate.ts')).servedCertificate(config);
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

/** The reserved shop, with the first account. Throws `UserError`, and then stops the sandbox. */
async function openShop(shops: DemoShops, { runtime, stop }: Sandbox): Promise<void> {
  const [account] = runtime.store.accounts.all();
  if (account) return void (await shops.of(account, runtime.names));
  await stop();
  throw new UserError('The demo shop needs an account, and this sandbox has none.');
}

/** Where clients reach the sandbox. */
function placeOf(config: Config, port: number, shopUrl: () => string | undefined) {
  const fixed = fixedUrl(config);
  const ownUrl = fixed ?? baseUrl(config, port);
  const askedAddress = config.publicUrl === 'auto' ? newAskedAddress() : undefined;
  return {
    allowedHosts: [...config.allowHosts, ...ownHosts(config)],
    publicOrigin: fixed && new URL(fixed).origin,
    askedAddress,
    addresses: addressesOf(
      { ownUrl, publicUrl: () => askedAddress?.getStore() ?? ownUrl, port, shopUrl },
      config,
    ),
  };
}

interface Place {
  readonly ownUrl: string;
  readonly publicUrl: () => string;
  readonly port: number;
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
      const ours = new URL(ownUrl);
      const name = hostOf(url);
      if (name === hostOf(ours) && portOf(url) === portOf(ours)) return true;
      return portOf(url) === port && (isLocalhost(name) || (isIpAddress(name) && isOwnAddress(name)));
    },
    isOwnSocket: (address, toPort) => toPort === port && isOwnAddress(address),
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
  // Not every name below `localhost`: the resolver decides where it listens, and without a token.
  return host === undefined || host === 'localhost' || (isIpAddress(host) && kindOf(host) === 'loopback');
}
