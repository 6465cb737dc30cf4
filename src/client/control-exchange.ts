import type { ClientRequest, IncomingMessage } from 'node:http';
import { errorMessage } from '../host/errors.ts';
import { isLocalhost, isLoopbackHost } from '../protocol/loopback-host.ts';
import { ControlExchangeError, failure } from './control-exchange-error.ts';
import { localLookup } from './local-lookup.ts';
import { whenSilent } from './silence.ts';

export interface ControlRequest {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  /** For a body too large for memory. */
  readonly stream?: AsyncIterable<Uint8Array> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** For the whole exchange (default: 60 s). */
  readonly timeoutMs?: number;
  /** How long the server may make no progress. For transfers that may take much longer as a whole. */
  readonly silentMs?: number | undefined;
  /** The largest accepted body of a sandbox's success (default: 256 MiB). 0 reads only the status. */
  readonly maxBytes?: number;
  /** Receives the body of a success in chunks. The answer's own body is then empty. */
  readonly sink?: Sink | undefined;
  /** Accepts any certificate. Use it only if neither the request nor the answer is secret. */
  readonly trustAnyCertificate?: boolean;
}

export type Sink = (chunk: Uint8Array) => void | Promise<void>;

export interface ControlAnswer {
  readonly status: number;
  readonly location: string | undefined;
  /** Whether the server identifies itself as a sandbox, as in every answer of the control API. */
  readonly isSandbox: boolean;
  readonly body: Uint8Array;
}

export function isSuccess({ status }: Pick<ControlAnswer, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** Sent with every answer of the control API. */
export const nameHeader = 'x-gateway-sandbox';
export const defaultTimeoutMs = 60_000;
const defaultMaxBytes = 256 * 1024 * 1024;
/** For refusals, which quote at most a request of 1 MiB, and for servers that are no sandbox. */
const maxOtherBytes = 4 * 1024 * 1024;

/**
 * One HTTP exchange on its own connection. Always settles within `timeoutMs`, follows no redirects, and never
 * uses a proxy for this machine: with NODE_USE_ENV_PROXY, `fetch` and global agents would. Throws
 * `ControlExchangeError`, or the signal's reason.
 */
export async function controlExchange(url: URL, outgoing: ControlRequest): Promise<ControlAnswer> {
  const { signal, silentMs, timeoutMs = defaultTimeoutMs } = outgoing;
  signal?.throwIfAborted();
  // Node would use the scheme's default port.
  if (url.port === '0') throw new ControlExchangeError('unreachable', 'cannot be reached on port 0');
  const request = requestTo(url, outgoing);
  const { promise, resolve, reject } = pending<ControlAnswer>();
  // Not `setTimeout`: fake timers in tests would freeze it or fire it early.
  const deadline = AbortSignal.timeout(timeoutMs);
  // Settles the promise directly, so that no order of socket events can keep it pending.
  const expire = () =>
    reject(new ControlExchangeError('timeout', `did not answer within ${timeoutMs / 1000} s`));
  const abort = () => reject(signal?.reason);
  deadline.addEventListener('abort', expire);
  signal?.addEventListener('abort', abort);
  listen(request, outgoing, resolve, reject);
  const silent = () =>
    reject(new ControlExchangeError('timeout', `sent nothing for ${Number(silentMs) / 1000} s`));
  whenSilent(request, silent);
  if (outgoing.stream) send(request, outgoing.stream).catch(reject);
  try {
    return await promise;
  } finally {
    deadline.removeEventListener('abort', expire);
    signal?.removeEventListener('abort', abort);
    request.destroy();
  }
}

/** `Promise.withResolvers`, which Node.js 20 lacks. */
function pending<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<Value>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}

/** Sends at the server's pace. Stops without an error if the server answers early. */
async function send(request: ClientRequest, stream: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of stream) {
    if (request.destroyed) return;
    if (!request.write(chunk)) await roomIn(request);
  }
  request.end();
}

/** Also settles when the request ends. */
function roomIn(request: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      request.off('drain', goOn).off('close', goOn);
      resolve();
    };
    request.on('drain', goOn).on('close', goOn);
  });
}

function requestTo(
  url: URL,
  { method, headers = {}, body, stream, silentMs, trustAnyCertificate }: ControlRequest,
): ClientRequest {
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const options = {
    ...(isLocalhost(url.hostname) && { lookup: localLookup }),
    method,
    headers: { ...headers, ...length, Connection: 'close' },
    // A new agent uses no proxy, unlike the global one.
    ...(isLoopbackHost(url.hostname) && { agent: false }),
    ...(silentMs !== undefined && { timeout: silentMs }),
    ...(trustAnyCertificate && { rejectUnauthorized: false }),
  };
  try {
    const begun = request(url, options);
    return stream ? begun : begun.end(body);
  } catch (error) {
    // Such as a token that is not a valid header value.
    const why = errorMessage(error);
    throw new ControlExchangeError('broken', `cannot be asked: ${why}`, error);
  }
}

function listen(
  request: ClientRequest,
  outgoing: ControlRequest,
  resolve: (answer: ControlAnswer) => void,
  reject: (error: ControlExchangeError) => void,
): void {
  let isConnected = false;
  let hasAnswered = false;
  request.on('socket', (socket) => socket.once('connect', () => (isConnected = true)));
  request.on('response', (response) => {
    hasAnswered = true;
    read(response, outgoing, resolve, reject);
  });
  request.on('upgrade', (response, socket) => {
    socket.destroy();
    reject(new ControlExchangeError('broken', `answered ${response.statusCode} and changed the protocol`));
  });
  request.on('error', (error) => reject(failure(error, isConnected)));
  // Always the last event. A connection that closes between requests emits no `error`.
  request.on('close', () => {
    if (!hasAnswered) reject(new ControlExchangeError('broken', 'closed the connection without an answer'));
  });
}

function read(
  response: IncomingMessage,
  { maxBytes = defaultMaxBytes, sink }: ControlRequest,
  resolve: (answer: ControlAnswer) => void,
  reject: (error: ControlExchangeError) => void,
): void {
  const { statusCode: status = 0, headers } = response;
  const { location, [nameHeader]: name } = headers;
  const answered = (body: Uint8Array) => resolve({ status, location, isSandbox: name !== undefined, body });
  if (maxBytes === 0) {
    answered(Buffer.alloc(0));
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  const isWanted = isSuccess({ status });
  const isPassedOn = isWanted && sink;
  // What is kept must fit into memory, even if the caller accepts any size.
  const mostKept = isWanted && name !== undefined ? defaultMaxBytes : maxOtherBytes;
  const limit = isPassedOn ? maxBytes : Math.min(maxBytes, mostKept);
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limit) reject(new ControlExchangeError('broken', `sent more than ${limit} bytes`));
    else if (isPassedOn) void hand(response, chunk, sink).catch(reject);
    else chunks.push(chunk);
  });
  response.on('end', () => answered(Buffer.concat(chunks)));
  // No effect after `end`.
  response.on('error', (error) => reject(new ControlExchangeError('broken', 'broke off its answer', error)));
  response.on('close', () => reject(new ControlExchangeError('broken', 'broke off its answer')));
}

/** Pauses reading until the sink has processed the chunk. */
async function hand(response: IncomingMessage, chunk: Buffer, sink: Sink): Promise<void> {
  response.pause();
  await sink(chunk);
  response.resume();
}
