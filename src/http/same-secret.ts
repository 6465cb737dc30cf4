import { hash, timingSafeEqual } from 'node:crypto';

/** Compares in a time that tells nothing about how much of the secret was right, nor how long it is. */
export function sameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'));
}
