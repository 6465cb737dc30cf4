import type { ClientRequest, IncomingMessage } from 'node:http';
import { clearTimeout, setImmediate, setTimeout } from '../host/timers.ts';
import { headerText } from '../protocol/header-value.ts';
import {
  CutOff,
  ExchangeError,
  ResetOnReuse,
  Stopped,
  SwitchedProtocols,
  TimedOut,
} from './exchange-errors.ts';

/** One HTTP request to another server. */
export interface Outgoing {
  /** Creates the request with its headers. The exchange writes the body and ends the request. */
  readonly open: () => ClientRequest;
  readonly body: string | null;
  /** Timeout for the whole exchange, from the name lookup to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Ends the exchange early. */
  readonly signal?: AbortSignal;
  /** How to handle more than 64 KiB of body: close the connection, or read the rest without keeping it. */
  readonly longBody: 'close' | 'read';
  /** Whether the process may end before the exchange does. */
  readonly isBackground?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The first 64 KiB. */
  readonly body: Buffer;
}

const keptBytes = 64 * 1024;
/** Node's timers fire at once for a longer delay. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Sends one request and reads its answer. Follows no redirects and sends nothing twice. The promise settles
 * within the timeout, even if the connection emits no further event. A failure closes the connection.
 */
export async function exchange(outgoing: Outgoing): Promise<Answer> {
  const { open, body, timeoutMs, signal, longBody, isBackground = false } = outgoing;
  let request: ClientRequest | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};
  try {
    // Errors thrown in here reject the promise too.
    return await new Promise<Answer>((resolve, reject) => {
      if (signal?.aborted) throw new Stopped();
      stop = () => reject(new Stopped());
      signal?.addEventListener('abort', stop);
      // After a stalled process (suspended, say), the timer comes before what has arrived meanwhile.
      const giveUp = () => setImmediate(() => reject(new TimedOut(timeoutMs)));
      timer = setTimeout(giveUp, Math.min(timeoutMs, longestTimerMs));
      request = open();
      if (isBackground) release(timer, request);
      settleBy(request, longBody, resolve, reject);
      request.end(body ?? undefined);
    });
  } catch (error) {
    request?.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Lets the process end. A pending name lookup still keeps it running: Node cannot release one. */
function release(timer: NodeJS.Timeout, request: ClientRequest): void {
  timer.unref();
  request.on('socket', (socket) => {
    socket.unref();
    // Each address of a name gets a new handle.
    if (socket.connecting) socket.on('connectionAttempt', () => socket.unref());
  });
}

type Resolve = (answer: Answer) => void;
type Reject = (error: Error) => void;

/** Handles every way in which a request can end. Only the first one counts, since a promise settles once. */
function settleBy(
  request: ClientRequest,
  longBody: Outgoing['longBody'],
  resolve: Resolve,
  reject: Reject,
): void {
  let answer: IncomingMessage | undefined;
  request.on('response', (begun) => {
    answer = begun;
    // Without an `Upgrade` header, a 101 arrives as a response.
    if (begun.statusCode === 101) return reject(new SwitchedProtocols());
    read(begun, resolve, reject, longBody === 'close' ? () => request.destroy() : undefined);
  });
  request.on('upgrade', (_answer, socket) => {
    socket.destroy();
    reject(new SwitchedProtocols());
  });
  request.on('error', (error) => {
    // Errors after a complete answer do not matter.
    if (answer?.complete) return;
    if (answer) return reject(new CutOff(answer.statusCode ?? 0, { cause: error }));
    reject(request.reusedSocket && isReset(error) ? new ResetOnReuse('', { cause: error }) : error);
  });
  request.on('close', () => {
    if (!answer) reject(new ExchangeError('the connection was closed before an answer came'));
  });
}

function isReset(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

/** `leave` closes the connection once enough is read. Without it, the rest is read too. */
function read(answer: IncomingMessage, resolve: Resolve, reject: Reject, leave?: () => void): void {
  const { statusCode: status = 0, rawHeaders } = answer;
  const chunks: Buffer[] = [];
  let size = 0;
  const keep = () => {
    const body = Buffer.concat(chunks).subarray(0, keptBytes);
    resolve({ status, headers: pairs(rawHeaders), body });
  };
  answer.on('data', (chunk: Buffer) => {
    if (size < keptBytes) chunks.push(chunk);
    size += chunk.length;
    if (size < keptBytes || !leave) return;
    keep();
    leave();
  });
  answer.on('end', keep);
  answer.on('error', (error) => reject(new CutOff(status, { cause: error })));
  answer.on('close', () => reject(new CutOff(status)));
}

function pairs(raw: readonly string[]): (readonly [string, string])[] {
  const all: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2);
    // A cookie goes back byte for byte.
    all.push([name, name.toLowerCase() === 'set-cookie' ? value : headerText(value)]);
  }
  return all;
}
