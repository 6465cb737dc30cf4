import { readSync } from 'node:fs';
import { endianness } from 'node:os';

/**
 * Reads SQLite's write-ahead log without SQLite, which never verifies the checksums of a log that it has
 * open. The format: https://sqlite.org/fileformat2.html#the_write_ahead_log.
 */

const headerBytes = 32;
const frameHeaderBytes = 24;
const framesPerRead = 32;
const magic = 0x37_7f_06_82;
const isBigEndianHere = endianness() === 'BE';

/** A position between two frames, with the running checksum of everything before it. */
export interface LogPosition {
  readonly header: Buffer;
  readonly pageSize: number;
  /** Whether the checksum's words are in the opposite byte order to this machine's. */
  readonly isSwapped: boolean;
  readonly frames: number;
  readonly sum: Sum;
  /** The checksum one frame earlier. */
  readonly sumBefore: Sum;
}

export interface Frame {
  /** Page number, from 1. */
  readonly page: number;
  /** Offset of the page's bytes in the log. */
  readonly offset: number;
  /** Number of pages in the database after this commit. 0 if the frame does not end a commit. */
  readonly pageCount: number;
}

type Sum = readonly [first: number, second: number];

/** The header on the disk. Undefined if the log is shorter. */
export function logHeader(fd: number): Buffer | undefined {
  const header = Buffer.alloc(headerBytes);
  return readSync(fd, header, 0, headerBytes, 0) === headerBytes ? header : undefined;
}

/** The position before the first frame. Undefined if the header is not that of a log. */
export function firstPosition(header: Buffer | undefined): LogPosition | undefined {
  if (!header || (header.readUInt32BE(0) & ~1) >>> 0 !== magic) return undefined;
  const isSwapped = (header.readUInt32BE(0) & 1) === (isBigEndianHere ? 0 : 1);
  const words = new Int32Array(new Uint8Array(header).buffer);
  if (isSwapped) swap(words, 0, 6);
  const sum = added([0, 0], words, 0, 6);
  if (header.readInt32BE(24) !== sum[0] || header.readInt32BE(28) !== sum[1]) return undefined;
  return { header, pageSize: header.readUInt32BE(8), isSwapped, frames: 0, sum, sumBefore: sum };
}

/** The position one frame earlier than one that `readFrames` has reached. */
export function oneBack(from: LogPosition): LogPosition {
  return from.frames === 0 ? from : { ...from, frames: from.frames - 1, sum: from.sumBefore };
}

/** A later position, with the checksum stored there. The frames in between are not verified. */
export function skipTo(fd: number, from: LogPosition, frames: number): LogPosition {
  if (frames <= from.frames) return from;
  const sums = Buffer.alloc(8);
  readSync(fd, sums, 0, 8, headerBytes + (frames - 1) * (frameHeaderBytes + from.pageSize) + 16);
  const sum: Sum = [sums.readInt32BE(0), sums.readInt32BE(4)];
  return { ...from, frames, sum, sumBefore: sum };
}

/** Reads frames from a position up to number `upTo`, or up to the first invalid one. */
export function readFrames(
  fd: number,
  from: LogPosition,
  upTo: number,
  onFrame?: (frame: Frame) => void,
): LogPosition {
  const frameBytes = frameHeaderBytes + from.pageSize;
  const chunk = chunkOf(framesPerRead * frameBytes);
  let at = from;
  while (at.frames < upTo) {
    const wanted = Math.min(framesPerRead, upTo - at.frames) * frameBytes;
    const offset = headerBytes + at.frames * frameBytes;
    const read = Math.floor(readSync(fd, chunk, 0, wanted, offset) / frameBytes);
    const reached = validFrames(chunk, read, at, onFrame);
    if (reached.frames - at.frames < wanted / frameBytes) return reached;
    at = reached;
  }
  return at;
}

/** How many commits of the same log follow the position at which `readFrames` stopped. */
export function commitsBehind(fd: number, { header, frames, pageSize }: LogPosition): number {
  const frameBytes = frameHeaderBytes + pageSize;
  const begin = Buffer.alloc(frameHeaderBytes);
  let commits = 0;
  for (
    let at = headerBytes + frames * frameBytes;
    readSync(fd, begin, 0, frameHeaderBytes, at) > 0;
    at += frameBytes
  )
    if (begin.readUInt32BE(4) > 0 && begin.compare(header, 16, 24, 8, 16) === 0) commits += 1;
  return commits;
}

let kept = Buffer.from(new ArrayBuffer(0));

/** One shared buffer: allocating and clearing another for each commit takes as long as reading the log. */
function chunkOf(bytes: number): Buffer {
  if (kept.length !== bytes) kept = Buffer.from(new ArrayBuffer(bytes));
  return kept;
}

function validFrames(
  chunk: Buffer,
  count: number,
  from: LogPosition,
  onFrame?: (frame: Frame) => void,
): LogPosition {
  const frameBytes = frameHeaderBytes + from.pageSize;
  const words = new Int32Array(chunk.buffer);
  let { sum, sumBefore, frames } = from;
  for (let start = 0; start < count * frameBytes; start += frameBytes) {
    const frame = {
      page: chunk.readUInt32BE(start),
      offset: headerBytes + frames * frameBytes + frameHeaderBytes,
      pageCount: chunk.readUInt32BE(start + 4),
    };
    // The header's salts mark the frames that were written after it.
    const hasSalts = chunk.compare(from.header, 16, 24, start + 8, start + 16) === 0;
    const stored = [chunk.readInt32BE(start + 16), chunk.readInt32BE(start + 20)];
    const first = start / 4;
    if (from.isSwapped) swap(words, first, first + frameBytes / 4);
    const afterHeader = added(sum, words, first, first + 2);
    const after = added(afterHeader, words, first + frameHeaderBytes / 4, first + frameBytes / 4);
    if (!hasSalts || stored[0] !== after[0] || stored[1] !== after[1]) break;
    sumBefore = sum;
    sum = after;
    frames += 1;
    onFrame?.(frame);
  }
  return { ...from, frames, sum, sumBefore };
}

/** SQLite's checksum of the words from `start` to `end`, continued from `sum`. */
function added(sum: Sum, words: Int32Array, start: number, end: number): Sum {
  let [first, second] = sum;
  let at = start;
  // Four pairs at a time take half as long, and every commit waits for this.
  for (; at + 8 <= end; at += 8) {
    first = (first + (words[at] ?? 0) + second) | 0;
    second = (second + (words[at + 1] ?? 0) + first) | 0;
    first = (first + (words[at + 2] ?? 0) + second) | 0;
    second = (second + (words[at + 3] ?? 0) + first) | 0;
    first = (first + (words[at + 4] ?? 0) + second) | 0;
    second = (second + (words[at + 5] ?? 0) + first) | 0;
    first = (first + (words[at + 6] ?? 0) + second) | 0;
    second = (second + (words[at + 7] ?? 0) + first) | 0;
  }
  for (; at < end; at += 2) {
    first = (first + (words[at] ?? 0) + second) | 0;
    second = (second + (words[at + 1] ?? 0) + first) | 0;
  }
  return [first, second];
}

function swap(words: Int32Array, start: number, end: number): void {
  Buffer.from(words.buffer, start * 4, (end - start) * 4).swap32();
}
