/** One HTTP request to a merchant. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: string | null;
  /** Headers that differ from those of a callback. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether self-signed certificates are accepted, as the account allows. */
  readonly allowSelfSigned: boolean;
  /** Timeout for the whole exchange, in real milliseconds. */
  readonly timeoutMs: number;
  /** Whether the process may end before the request does. */
  readonly isBackground?: boolean;
}

export interface Answered {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The first 64 KiB. */
  readonly body: Buffer;
  readonly durationMs: number;
}

/** The merchant's answer, or why there is none. */
export type Delivered = Answered | { readonly error: string; readonly durationMs: number };

/** The request, byte for byte. */
export function requestBytes({
  method,
  url,
  body,
}: Pick<OutgoingRequest, 'method' | 'url' | 'body'>): string {
  const headers = Object.entries({ ...requestHeaders(method, url, body), Connection: 'keep-alive' });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${method} ${pathOf(url)} HTTP/1.1\r\n${head}\r\n${body ?? ''}`;
}

export function requestHeaders(
  method: 'GET' | 'POST',
  url: string,
  body: string | null,
): Record<string, string> {
  const headers = { Host: new URL(url).host, 'User-Agent': 'gateway-sandbox', Accept: '*/*' };
  if (method === 'GET' || body === null) return headers;
  return {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
  };
}

/** Path and query as written. `URL` would encode them differently, and the signature covers the query. */
export function pathOf(url: string): string {
  const withoutFragment = url.split('#', 1)[0] ?? url;
  const path = withoutFragment.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
