import type { Dice } from './dice.ts';

/** A request as sent over the wire. */
export interface WireRequest {
  readonly method: string;
  /** The request target in the first line. */
  readonly target: string;
  readonly bytes: Buffer;
  /** Whether the framing is valid, so that the sandbox answers. Otherwise, Node's parser refuses it. */
  readonly isFramed: boolean;
}

interface Parts {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** A request with valid framing and any content. */
export function framed({ method, target, headers = {}, body = '' }: Parts): WireRequest {
  const bytes = Buffer.from(body);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: close',
    `Content-Length: ${bytes.byteLength}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return { method, target, bytes: Buffer.concat([head, bytes]), isFramed: true };
}

/** A target or header value without characters that would break the framing. */
export function printable(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, '');
}

const flaws = [
  'GET\r\n\r\n',
  'POST /api HTTP/9.9\r\n\r\n',
  'POST /api/v1/transaction/cardgw/confirm HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'POST /api/v1/transaction/cardgw/confirm HTTP/1.1\r\nContent-Length: -1\r\nHost: 127.0.0.1\r\n\r\n',
  'POST /api/v1/transaction/cardgw/confirm HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n',
  'POST /api/v1/transaction/cardgw/confirm HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'POST /api/v1/transaction/cardgw/confirm HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n\r\nshort',
  'POST /api/v1/transaction/cardgw/confirm HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n',
  'POST http://evil.example/api/v1/transaction HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  'CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  'GET /checkout?token=%00 HTTP/1.0\r\n\r\n',
  'GET //// HTTP/1.1\r\nHost: [::1\r\n\r\n',
  `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
] as const;

/** Bytes that are only partly a request. */
export function brokenRequest(dice: Dice): WireRequest {
  const text = dice.oneOf(flaws);
  const bytes = Buffer.from(text, 'latin1');
  // Changes one byte.
  if (dice.chance(0.5)) bytes[dice.below(bytes.length)] = dice.below(256);
  return { method: '', target: '', bytes, isFramed: false };
}
