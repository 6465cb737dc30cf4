import { existsSync, rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { baseUrl } from '../config/base-url.ts';
import type { Config } from '../config/config.ts';
import { internalErrorReporter } from '../host/report-internal-error.ts';
import { newAskedAddress } from '../http/asked-address.ts';
import { type Listening, listen } from '../http/server.ts';
import { isIpAddress, isLocalhost, isSameAddress, kindOf } from '../protocol/ip-address.ts';
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
  /** What clients call: no slash at the end. */
  readonly url: string;
  /** The token for `/_sandbox`, where others than this machine can connect. */
  readonly token: string | undefined;
  /** The local CA behind the certificate of `--https`. */
  readonly authority: LocalAuthority | undefined;
  /** What clients may stumble over in the certificate. */
  readonly certificateNote: string | undefined;
  /** Settles when somebody asks for the end over the control API. */
  readonly stopAsked: Promise<void>;
  /** The demo shop of an account, started on demand and stopped with the sandbox. Throws `DemoShopError`. */
  readonly demoShop: (account: Account, port?: number) => Promise<{ readonly url: string }>;
  /** Ends it in order: no new work, 5 s for what is under way, everything stored. */
  readonly stop: () => Promise<void>;
}

const stopPatienceMs = 1000;

interface RunOptions {
  /** False when the caller ends it by itself: `stop` over the control API is refused. */
  readonly isStoppable?: boolean;
  /** True in the commands; false in the library, whose users keep the globals of their process. */
  readonly isOwnProcess?: boolean;
  /** A snapshot's file, in whose state it begins. */
  readonly from?: AsyncIterable<Uint8Array> | undefined;
  /** A payment's file, which it opens. */
  readonly story?: string | undefined;
}

/** Builds a sandbox from its configuration and listens. Throws `UserError`. */
export async function runSandbox(config: Config, options: RunOptions = {}): Promise<Running> {
  // Loaded where it is used: it costs a start without it several milliseconds.
  const certified = config.https
    ? await (await import('../tls/served-certificate.ts')).servedCertificate(config)
    : undefined;
  const token = config.token ?? (isLoopback(config.host) ? undefined : randomIds().key('token'));
  // Known when the port is; nothing is answered before.
  let listening: Listening | undefined;
  const port = () => listening?.port ?? config.port;
  const { promise: stopAsked, resolve: askToStop } = Promise.withResolvers<void>();
  const shops = new DemoShops(() => baseUrl(config, port()));
  const newFile = config.data !== undefined && !existsSync(config.data) ? config.data : undefined;
  const sandbox = await createSandbox({
    ...config,
    ...ofOwner(config, options, { askToStop, demoShop: (account) => shops.of(account) }),
    reportInternalError: internalErrorReporter(),
    ...placeOf(config, port),
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

/** Nothing stops a sandbox that its caller ends; a shop in this process must trust our certificate, a global of the process. */
function ofOwner(
  { https }: Config,
  { isStoppable = true, isOwnProcess = false, from, story }: RunOptions,
  { askToStop, demoShop }: Required<Pick<SandboxOptions, 'askToStop' | 'demoShop'>>,
): Pick<SandboxOptions, 'askToStop' | 'demoShop' | 'from' | 'story'> {
  return {
    from,
    story,
    askToStop: isStoppable ? askToStop : undefined,
    demoShop: !https || isOwnProcess ? demoShop : undefined,
  };
}

/** Ends a sandbox that never answered. Nothing is stored yet in a data file that its start has made. */
async function undo(sandbox: Sandbox, newFile: string | undefined): Promise<void> {
  await sandbox.stop();
  if (newFile !== undefined) rmSync(newFile, { force: true });
}

/** Where clients reach the sandbox. Nothing of it is asked for before the port is known. */
function placeOf(config: Config, port: () => number) {
  const fixed = fixedUrl(config);
  const ownUrl = () => fixed ?? baseUrl(config, port());
  const askedAddress = config.publicUrl === 'auto' ? newAskedAddress() : undefined;
  return {
    allowedHosts: [...config.allowHosts, ...ownHosts(config)],
    publicOrigin: fixed && new URL(fixed).origin,
    askedAddress,
    addresses: addressesOf({ ownUrl, publicUrl: () => askedAddress?.getStore() ?? ownUrl(), port }, config),
  };
}

interface Place {
  readonly ownUrl: () => string;
  readonly publicUrl: () => string;
  readonly port: () => number;
}

function addressesOf(
  { ownUrl, publicUrl, port }: Place,
  { host, callbackHostMap }: Pick<Config, 'host' | 'callbackHostMap'>,
): Addresses {
  const isOwnAddress = (address: string) =>
    kindOf(address) === 'loopback' || (!isLoopback(host) && isOfThisMachine(address));
  return {
    get publicUrl() {
      return publicUrl();
    },
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

/** What clients reach the sandbox by, if that is the same for all. */
function fixedUrl({ publicUrl }: Config): string | undefined {
  return publicUrl === 'auto' ? undefined : publicUrl;
}

/** The names under which the sandbox itself tells people to reach it. */
function ownHosts(config: Config): string[] {
  const urls = [baseUrl(config, config.port), fixedUrl(config) ?? ''];
  // A host that is no host is told of by the listening.
  return urls.flatMap((url) => URL.parse(url)?.hostname ?? []);
}

function isLoopback(host: string | undefined): boolean {
  return host === undefined || host === 'localhost' || (isIpAddress(host) && kindOf(host) === 'loopback');
}
