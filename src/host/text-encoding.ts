/** The text of a file without a byte order mark, and how to write a changed text in the same encoding. */
export interface Decoded {
  readonly text: string;
  readonly encode: (text: string) => Uint8Array;
}

const mark = '\uFEFF';

/** Windows tools write byte order marks, and PowerShell 5 also UTF-16. Throws if the encoding is unknown. */
export function decoded(bytes: Uint8Array): Decoded {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encode: utf16 };
  if (first === 0xfe && second === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), encode: (text) => utf16(text).swap16() };
  if (bytes.length > 1 && (first === 0 || second === 0))
    throw new Error('it is not UTF-8 but most likely UTF-16. Save it as UTF-8.');
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (!text.startsWith(mark)) return { text, encode: (changed) => Buffer.from(changed) };
  return { text: text.slice(1), encode: (changed) => Buffer.from(mark + changed) };
}

function utf16(text: string): Buffer {
  return Buffer.from(mark + text, 'utf16le');
}
