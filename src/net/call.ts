import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { errorWords } from './error-words.ts';
import { type Answer as Exchanged, exchange } from './exchange.ts';
import { localLookup } from './loopback.ts';

/** One request to the merchant's app. `fetch` would add `Sec-Fetch-Mode` and refuse some ports. */
export interface Sent {
  readonly method: string;
  /** Absolute, http or https. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | null;
  /** Timeout for the whole exchange. */
  readonly timeoutMs: number;
  /** The host to connect to, with its port, if it is another one than the URL's. */
  readonly connectTo?: string | undefined;
  /** Whether any certificate will do (default: no). */
  readonly allowSelfSigned?: boolean;
}

/** The answer, or why there is none. */
export interface Answer {
  /** Null when there was no answer. */
  readonly status: number | null;
  /** A message. Null when there was an answer. */
  readonly error: string | null;
  /** The `Location` header, if any. */
  readonly location: string | null;
  readonly headers: Exchanged['headers'];
  /** The first 64 KiB, as text. */
  readonly body: string;
  readonly durationMs: number;
}

/** Sends a request and reads the answer. Follows no redirects and never throws for network failures. */
export async function call(sent: Sent): Promise<Answer> {
  const { method, url, headers, body = null, timeoutMs, connectTo, allowSelfSigned = false } = sent;
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  const length = body ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  // A new connection for each request: a message must not depend on the one before it.
  const host = connectTo === undefined ? {} : { Host: new URL(url).host };
  const options = {
    method,
    headers: { ...host, ...headers, ...length },
    agent: false,
    lookup: localLookup,
    rejectUnauthorized: !allowSelfSigned,
  } as const;
  const request = url.startsWith('https:') ? secureRequest : plainRequest;
  const open = () => request(connectTo === undefined ? url : withHost(url, connectTo), options);
  try {
    // Read the rest of a long page as a browser would.
    const answer = await exchange({ open, body, timeoutMs, longBody: 'read' });
    return {
      status: answer.status,
      error: null,
      location: locationOf(answer),
      headers: answer.headers,
      body: answer.body.toString('utf8'),
      durationMs: tookMs(),
    };
  } catch (error) {
    return {
      status: null,
      error: errorWords(error, url),
      location: null,
      headers: [],
      body: '',
      durationMs: tookMs(),
    };
  }
}

/** Another host and port, which must be named even if it is the default one: otherwise the URL keeps its own. */
export function withHost(url: string, host: string): URL {
  const other = new URL(url);
  other.host = host;
  return other;
}

function locationOf({ headers }: Exchanged): string | null {
  return headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? null;
}
