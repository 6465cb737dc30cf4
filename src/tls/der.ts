/** Encodes the ASN.1 values of a certificate in DER (X.690). */

export function sequence(...items: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(items));
}

export function set(...items: readonly Buffer[]): Buffer {
  return tagged(0x31, Buffer.concat(items));
}

/** A context-specific value: `[number]` in the definitions of RFC 5280. */
export function context(number: number, content: Buffer, form: 'constructed' | 'primitive'): Buffer {
  return tagged((form === 'constructed' ? 0xa0 : 0x80) | number, content);
}

/** An integer from big-endian bytes, which must be minimal and not negative. */
export function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

/** DER omits default values, and false is the default of every boolean in a certificate. */
export function whenTrue(value: boolean): Buffer {
  return value ? tagged(0x01, Buffer.of(0xff)) : Buffer.alloc(0);
}

export function bitString(bytes: Buffer, unusedBits = 0): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.of(unusedBits), bytes]));
}

export function octetString(bytes: Buffer): Buffer {
  return tagged(0x04, bytes);
}

export function utf8String(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text));
}

/** An object identifier, given in dotted form. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** A time in seconds, with a two-digit year until 2049 and four digits after that (RFC 5280, 4.1.2.5). */
export function time(epochMs: number): Buffer {
  const digits = `${new Date(epochMs).toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
  return digits < '2050' ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits));
}

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag, ...lengthOf(content)), content]);
}

function lengthOf({ length }: Buffer): number[] {
  if (length < 0x80) return [length];
  const bytes = [length & 0xff];
  for (let rest = length >> 8; rest > 0; rest >>= 8) bytes.unshift(rest & 0xff);
  return [0x80 | bytes.length, ...bytes];
}

function base128(number: number): number[] {
  const septets = [number & 0x7f];
  for (let rest = number >> 7; rest > 0; rest >>= 7) septets.unshift((rest & 0x7f) | 0x80);
  return septets;
}
