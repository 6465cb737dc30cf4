import { timingSafeEqual } from 'node:crypto';

const longestBytes = 512;
// Kept, for making them anew would cost more than comparing them.
const givenBytes = Buffer.alloc(4 + longestBytes);
const secretBytes = Buffer.alloc(4 + longestBytes);

/**
 * Compares in a time that tells nothing about how much of the secret was right, nor how long it is. A secret has at most 512 bytes;
 * a longer one is nobody's.
 */
export function sameSecret(given: string, secret: string): boolean {
  if (Buffer.byteLength(secret) > longestBytes) return false;
  return timingSafeEqual(padded(givenBytes, given), padded(secretBytes, secret));
}

/** The text's length and, as far as it fits, the text itself, in bytes of one number for every text. */
function padded(bytes: Buffer, text: string): Buffer {
  bytes.fill(0);
  bytes.writeUInt32LE(text.length);
  bytes.write(text, 4);
  return bytes;
}
