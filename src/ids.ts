import { randomBytes, randomInt } from 'node:crypto';

/** Every random value that the sandbox makes. All consist of `[A-Za-z0-9_]`, so that signatures of encoded and raw strings agree. */
export interface Ids {
  /** A random number of 13 digits, not beginning with 0. */
  processId(): string;
  /** A one-time code of so many digits. */
  code(digits: number): string;
  /** The token of a checkout: 32 characters, 190 bits. */
  token(): string;
  /** A key or token of an account, with a readable prefix. */
  key(prefix: string): string;
  /** 0 to 1, for jitter. */
  fraction(): number;
}

export const randomIds: Ids = {
  // Two draws: randomInt spans less than 2^48.
  processId: () => `${randomInt(1, 10)}${String(randomInt(0, 1_000_000_000_000)).padStart(12, '0')}`,
  code: (digits) => String(randomInt(0, 10 ** digits)).padStart(digits, '0'),
  token: () => letters(32),
  key: (prefix) => `${prefix}_${letters(32)}`,
  fraction: () => randomInt(0, 1_000_000) / 1_000_000,
};

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Uniform over 62 letters: bytes of 248 and more are left out. */
function letters(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}
