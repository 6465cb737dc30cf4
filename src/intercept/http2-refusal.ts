import type { Duplex } from 'node:stream';
import { onlyHttp2 } from './handshake-words.ts';

const preface = 'PRI * HTTP/2.0\r\n';

/** Whether a client speaks HTTP/2 without asking (RFC 9113, 3.3). */
export function isHttp2(first: Buffer): boolean {
  return first.toString('latin1', 0, preface.length) === preface;
}

/**
 * Refuses in HTTP/2, so that the client shows the error code HTTP_1_1_REQUIRED and the sentence. It could not
 * read an HTTP/1.1 answer.
 */
export function refuseHttp2(client: Duplex, host: string): void {
  const debug = Buffer.from(`The client ${onlyHttp2(host)}.`);
  const goAway = Buffer.concat([Buffer.alloc(8), debug]);
  goAway.writeUInt32BE(http11Required, 4);
  client.end(Buffer.concat([frame(types.settings, Buffer.alloc(0)), frame(types.goAway, goAway)]));
  client.resume();
}

const types = { settings: 4, goAway: 7 };
const http11Required = 0xd;

/** A frame for the whole connection, stream 0 (RFC 9113, 4.1). */
function frame(type: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  return Buffer.concat([head, payload]);
}
