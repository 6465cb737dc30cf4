import { randomFillSync, randomInt } from 'node:crypto';

/**
 * Every generated value. All consist of `[A-Za-z0-9_]`, so that encoded and raw strings have the same
 * signature. Values of which there may be many thousands begin with the time, so that new rows go to the end
 * of every index, which halves their cost.
 */
export interface Ids {
  /**
   * A 13-digit number that does not start with 0: the time, followed by 3 random digits. May repeat. Each retry
   * chooses from ten times as many numbers, because a test may freeze `Date`.
   */
  processId(retries?: number): string;
  /** A one-time code with this many digits. */
  code(digits: number): string;
  /** A checkout token of 32 characters: 8 for the time and 24 random ones (142 bits). */
  token(): string;
  /** A key or token of an account, with a readable prefix. */
  key(prefix: string): string;
  /** 0 to 1, for jitter. */
  fraction(): number;
}

/** A new generator. Each sandbox has its own. */
export function randomIds(): Ids {
  const randomByte = randomBytes();
  return {
    processId: (retries = 0) =>
      String(1e12 + ((Date.now() * 1000 + randomInt(0, Math.min(9e12, 1000 * 10 ** retries))) % 9e12)),
    code: (digits) => String(randomInt(0, 10 ** digits)).padStart(digits, '0'),
    token: () => timeLetters(Date.now()) + letters(24, randomByte),
    key: (prefix) => `${prefix}_${letters(32, randomByte)}`,
    fraction: () => randomInt(0, 1_000_000) / 1_000_000,
  };
}

// In order of their character codes, so that text in this alphabet sorts like the numbers.
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A time as 8 letters that sort chronologically. */
function timeLetters(ms: number): string {
  let text = '';
  for (let rest = ms; text.length < 8; rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text;
  return text;
}

/** Uniform over 62 letters: skips bytes of 248 and above. */
function letters(length: number, randomByte: () => number): string {
  let text = '';
  while (text.length < length) {
    const byte = randomByte();
    if (byte < 248) text += alphabet[byte % 62];
  }
  return text;
}

/** One random byte at a time from a buffer: asking the system for a few bytes costs as much as filling it. */
function randomBytes(): () => number {
  const drawn = Buffer.alloc(4096);
  let used = drawn.length;
  return () => {
    if (used === drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    const byte = drawn.readUInt8(used);
    drawn[used] = 0;
    used += 1;
    return byte;
  };
}
