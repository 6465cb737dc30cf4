import { atLine, SnapshotFileError } from './error.ts';

/** Longer than every row that a sandbox stores, and short enough to keep in memory. */
const longestLine = 16 * 1024 * 1024;
const longestFile = 4 * 1024 ** 3;
const lineFeed = 10;

/** A line of a file. Numbers start at 1. */
export interface Line {
  readonly number: number;
  readonly value: unknown;
  readonly bytes: number;
}

/** The values of a file's lines, with only the current line in memory. Throws `SnapshotFileError`. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let number = 0;
  let bytes = 0;
  let begun: Uint8Array[] = [];
  let begunBytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > longestFile)
      throw new SnapshotFileError('The snapshot is larger than 4 GiB. Nothing was changed.');
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
      number += 1;
      begun.push(chunk.subarray(from, end));
      yield { number, value: parsedLine(number, begun), bytes: begunBytes + end - from };
      from = end + 1;
      begun = [];
      begunBytes = 0;
    }
    begun.push(chunk.subarray(from));
    begunBytes += chunk.byteLength - from;
    if (begunBytes > longestLine) throw atLine(number + 1, `is longer than ${longestLine} bytes`);
  }
  if (begunBytes > 0) yield { number: number + 1, value: lastValue(number + 1, begun), bytes: begunBytes };
}

/** An editor may have removed the last line break. */
function lastValue(number: number, parts: readonly Uint8Array[]): unknown {
  try {
    return parsedLine(number, parts);
  } catch (error) {
    throw number === 1 ? error : atLine(number, 'is not whole: the file is cut off');
  }
}

function parsedLine(number: number, parts: readonly Uint8Array[]): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)));
  } catch {
    throw atLine(number, 'is not JSON in UTF-8');
  }
}
