import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import http from 'node:http';
import type https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Addresses } from '../runtime.ts';
import { isIpAddress, kindOf } from '../spec/ip-address.ts';
import { hostOf, portOf } from '../spec/merchant-url.ts';
import { type Answered, type Delivered, type OutgoingRequest, pathOf, requestHeaders } from './deliver.ts';
import { CutOff, errorWords } from './error-words.ts';

const keptBytes = 64 * 1024;

/** Every address of a name, as the system knows it. */
type Lookup = (
  name: string,
  options: LookupAllOptions,
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Sends requests to merchants: no redirects followed, one time-out for the whole exchange, 64 KiB of answer read. */
export class Courier {
  readonly #addresses: Pick<Addresses, 'isOwnSocket' | 'callbackHostMap'>;
  readonly #lookup: Lookup;
  readonly #http = new http.Agent({ keepAlive: true, maxSockets: 4 });
  #https: https.Agent | undefined;

  constructor(addresses: Pick<Addresses, 'isOwnSocket' | 'callbackHostMap'>, lookup: Lookup = systemLookup) {
    this.#addresses = addresses;
    this.#lookup = lookup;
  }

  async send(request: OutgoingRequest, signal: AbortSignal): Promise<Delivered> {
    const startedAt = performance.now();
    const timeout = AbortSignal.timeout(request.timeoutMs);
    const elapsedMs = () => Math.round(performance.now() - startedAt);
    try {
      const answer = await this.#exchange(request, AbortSignal.any([signal, timeout]));
      return { ...answer, durationMs: elapsedMs() };
    } catch (error) {
      const why = timeout.aborted
        ? `no complete answer within ${request.timeoutMs} ms`
        : errorWords(error, request.url);
      return { error: why, durationMs: elapsedMs() };
    }
  }

  close(): void {
    this.#http.destroy();
    this.#https?.destroy();
  }

  /** Loaded at the first callback to HTTPS: it costs a start without it several milliseconds. */
  get #secure() {
    const secure = process.getBuiltinModule('node:https');
    this.#https ??= new secure.Agent({ keepAlive: true, maxSockets: 4 });
    return { request: secure.request, agent: this.#https };
  }

  /** The URL to connect to: another host for the ones that `--callback-host-map` names. */
  #mapped(url: URL): URL {
    const host =
      this.#addresses.callbackHostMap.get(url.host) ?? this.#addresses.callbackHostMap.get(url.hostname);
    if (host === undefined) return url;
    const mapped = new URL(url);
    mapped.host = host;
    return mapped;
  }

  #exchange({ method, url, body, allowSelfSigned }: OutgoingRequest, signal: AbortSignal) {
    const target = this.#mapped(new URL(url));
    const { request, agent } =
      target.protocol === 'https:' ? this.#secure : { request: http.request, agent: this.#http };
    const refused = (address: string) =>
      isForbidden(address) || this.#addresses.isOwnSocket(address, portOf(target));
    const options: https.RequestOptions = {
      method,
      headers: requestHeaders(method, url, body),
      path: pathOf(url),
      agent,
      lookup: safeLookup(this.#lookup, refused),
      rejectUnauthorized: !allowSelfSigned,
      signal,
    };
    const host = hostOf(target);
    // An address is not looked up: it is judged here, and what a name leads to is judged when it is known.
    if (isIpAddress(host) && refused(host)) return Promise.reject(new ForbiddenAddress(target.host));
    return exchange(request, target, options, body);
  }
}

type Answer = Omit<Answered, 'durationMs'>;

function exchange(
  request: typeof https.request,
  target: URL,
  options: https.RequestOptions,
  body: string | null,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let answer: http.IncomingMessage | undefined;
    const sent = request(target, options, (begun) => {
      answer = begun;
      const { statusCode: status = 0, rawHeaders } = begun;
      read(begun).then((kept) => resolve({ status, headers: pairs(rawHeaders), body: kept }), reject);
    });
    sent.on('error', (error) => {
      // What follows a whole answer is no part of it.
      if (answer?.complete) return;
      // The merchant closed a kept connection just when it was used again: nothing was wrong with this request.
      const stale = !answer && sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
      if (stale) exchange(request, target, { ...options, agent: false }, body).then(resolve, reject);
      else reject(answer ? new CutOff(answer.statusCode ?? 0, { cause: error }) : error);
    });
    sent.end(body ?? undefined);
  });
}

/** The address is one that no callback may reach, or the sandbox itself. */
class ForbiddenAddress extends Error {
  constructor(address: string) {
    super(`${address} is an address that callbacks never go to`);
  }
}

function isForbidden(address: string): boolean {
  const kind = kindOf(address);
  return kind === 'link-local' || kind === 'metadata' || kind === 'unspecified' || kind === 'multicast';
}

/** Judges the addresses that are really connected to, so that a name cannot lead where its text did not show. */
function safeLookup(lookup: Lookup, refused: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const forbidden = addresses.find(({ address }) => refused(address));
      if (forbidden) return callback(new ForbiddenAddress(forbidden.address), []);
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
  };
}

async function read(answer: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer) {
      chunks.push(chunk);
      size += chunk.length;
      // Leaving the loop destroys the stream and its connection: the rest is never read.
      if (size >= keptBytes) break;
    }
  } catch (error) {
    throw answer.complete ? error : new CutOff(answer.statusCode ?? 0, { cause: error });
  }
  return Buffer.concat(chunks).subarray(0, keptBytes);
}

function pairs(raw: readonly string[]): (readonly [string, string])[] {
  const all: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) all.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return all;
}
