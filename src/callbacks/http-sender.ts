import http from 'node:http';
import type https from 'node:https';
import { performance } from '../host/timers.ts';
import { errorWords } from '../net/error-words.ts';
import { type Answer, exchange } from '../net/exchange.ts';
import { NotLookedUp, TimedOut } from '../net/exchange-errors.ts';
import { keptConnections, resting } from '../net/kept-connections.ts';
import { mappedHostNote, mappedUrl } from '../protocol/host-map.ts';
import { isIpAddress, kindOf } from '../protocol/ip-address.ts';
import { hostOf, portOf } from '../protocol/merchant-url.ts';
import type { Addresses } from '../runtime/runtime.ts';
import { AttemptLookup } from './attempt-lookup.ts';
import { NameLookups } from './name-lookups.ts';
import { type Delivered, type OutgoingRequest, pathOf, requestHeaders } from './wire-request.ts';

/** Shared by all senders, because they share the threads that look names up. */
const ownNames = new NameLookups();

/**
 * Sends requests to merchants. Follows no redirects, sends nothing twice, reads at most 64 KiB of the answer,
 * and applies one timeout to the whole exchange.
 */
export class HttpSender {
  readonly #addresses: Pick<Addresses, 'isOwnSocket' | 'callbackHostMap'>;
  readonly #names: NameLookups;
  readonly #http = resting(new http.Agent(keptConnections));
  #https: https.Agent | undefined;

  constructor(addresses: Pick<Addresses, 'isOwnSocket' | 'callbackHostMap'>, names = ownNames) {
    this.#addresses = addresses;
    this.#names = names;
  }

  /** Never rejects: the result holds the error. */
  async send(request: OutgoingRequest, signal: AbortSignal): Promise<Delivered> {
    const startedAt = performance.now();
    const elapsedMs = () => Math.round(performance.now() - startedAt);
    try {
      const answer = await this.#exchange(request, signal);
      return { ...answer, durationMs: elapsedMs() };
    } catch (error) {
      const note = mappedHostNote(this.#addresses.callbackHostMap, new URL(request.url));
      return { error: errorWords(error, request.url) + note, durationMs: elapsedMs() };
    }
  }

  close(): void {
    this.#http.destroy();
    this.#https?.destroy();
  }

  /** Loaded with the first HTTPS callback, which saves several milliseconds at startup. */
  get #secure() {
    const secure = process.getBuiltinModule('node:https');
    this.#https ??= resting(new secure.Agent(keptConnections));
    return { request: secure.request, agent: this.#https };
  }

  async #exchange(
    { method, url, body, headers, allowSelfSigned, timeoutMs, isBackground = false }: OutgoingRequest,
    signal: AbortSignal,
  ): Promise<Answer> {
    const target = mappedUrl(this.#addresses.callbackHostMap, new URL(url));
    const { request, agent } =
      target.protocol === 'https:' ? this.#secure : { request: http.request, agent: this.#http };
    const refused = (address: string) =>
      isForbidden(address) || this.#addresses.isOwnSocket(address, portOf(target));
    const looking = new AttemptLookup(this.#names, (address) =>
      refused(address) ? new ForbiddenAddress(address) : undefined,
    );
    const options: https.RequestOptions = {
      method,
      headers: { ...requestHeaders(method, url, body), ...headers },
      path: pathOf(url),
      agent,
      lookup: looking.lookup,
      rejectUnauthorized: !allowSelfSigned,
    };
    const host = hostOf(target);
    // IP addresses skip the lookup, so they are checked here. Names are checked after they resolve.
    if (isIpAddress(host) && refused(host)) throw new ForbiddenAddress(target.host);
    const open = () => request(target, options);
    try {
      return await exchange({ open, body, timeoutMs, signal, longBody: 'close', isBackground });
    } catch (error) {
      const name = looking.abandon();
      throw name !== undefined && error instanceof TimedOut ? new NotLookedUp(name, timeoutMs) : error;
    }
  }
}

/** Thrown for addresses that callbacks must never reach, including the sandbox itself. */
class ForbiddenAddress extends Error {
  constructor(address: string) {
    super(`${address} is an address that callbacks never go to`);
  }
}

function isForbidden(address: string): boolean {
  const kind = kindOf(address);
  return kind === 'link-local' || kind === 'metadata' || kind === 'unspecified' || kind === 'multicast';
}
