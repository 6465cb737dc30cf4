import { randomFillSync, randomInt } from 'node:crypto';

/**
 * Every value that the sandbox makes up. All consist of `[A-Za-z0-9_]`, so that signatures of encoded and raw strings agree. What is
 * stored by the hundred thousand begins with the time: new rows then go to the end of every index, which halves what they cost.
 */
export interface Ids {
  /** A number of 13 digits, not beginning with 0: the time, and at its end 3 random digits. May repeat. */
  processId(): string;
  /** A one-time code of so many digits. */
  code(digits: number): string;
  /** The token of a checkout: 32 characters, 8 of the time and 24 random ones, which are 142 bits. */
  token(): string;
  /** A key or token of an account, with a readable prefix. */
  key(prefix: string): string;
  /** 0 to 1, for jitter. */
  fraction(): number;
}

/** Each sandbox has its own. */
export function randomIds(): Ids {
  const randomByte = randomBytes();
  return {
    processId: () => String(1e12 + ((Date.now() * 1000 + randomInt(0, 1000)) % 9e12)),
    code: (digits) => String(randomInt(0, 10 ** digits)).padStart(digits, '0'),
    token: () => timeLetters(Date.now()) + letters(24, randomByte),
    key: (prefix) => `${prefix}_${letters(32, randomByte)}`,
    fraction: () => randomInt(0, 1_000_000) / 1_000_000,
  };
}

// In the order of their codes, so that what is written in it sorts as the numbers do.
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A time as 8 letters that sort by it. */
function timeLetters(ms: number): string {
  let text = '';
  for (let rest = ms; text.length < 8; rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text;
  return text;
}

/** Uniform over 62 letters: bytes of 248 and more are left out. */
function letters(length: number, randomByte: () => number): string {
  let text = '';
  while (text.length < length) {
    const byte = randomByte();
    if (byte < 248) text += alphabet[byte % 62];
  }
  return text;
}

/** One byte at a time, drawn ahead: asking the system for a few bytes costs as much as asking for all of these. */
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
