import { unknownShape } from '../client/failures.ts';
import { CommandFailed } from './control-client.ts';

/** Checks that a download is complete, because any server can answer 200. Both functions throw `CommandFailed`. */
export interface DownloadCheck {
  /** Call it with each chunk before the chunk is written. */
  readonly take: (chunk: Uint8Array) => void;
  readonly end: () => void;
}

const longestFirstLine = 64 * 1024;
const lineFeed = 10;

/** The first line of a snapshot file counts the lines after it. */
export function snapshotCheck(url: string): DownloadCheck {
  const refused = refusal(url, 'GET /snapshots/:name/export');
  let begun = Buffer.alloc(0);
  let announced: number | undefined;
  let lines = 0;
  let isLineOpen = false;
  const count = (chunk: Uint8Array) => {
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) lines += 1;
    isLineOpen = chunk.at(-1) !== lineFeed;
  };
  return {
    take: (chunk) => {
      count(chunk);
      if (announced === undefined) {
        begun = Buffer.concat([begun, chunk.subarray(0, longestFirstLine)]);
        const end = begun.indexOf(lineFeed);
        if (end === -1 && begun.length < longestFirstLine) return;
        announced = linesAnnounced(begun.toString('utf8', 0, Math.max(end, 0)));
      }
      if (announced === undefined || lines > announced) throw refused();
    },
    end: () => {
      if (lines !== announced || isLineOpen) throw refused();
    },
  };
}

/** Undefined if the text is not the first line of a snapshot file. */
function linesAnnounced(firstLine: string): number | undefined {
  try {
    const { format, counts } = Object(JSON.parse(firstLine));
    if (format !== 'gateway-sandbox snapshot') return undefined;
    const numbers = Object.values(Object(counts)).map(Number);
    return 1 + numbers.reduce((sum, each) => sum + each, 0);
  } catch {
    return undefined;
  }
}

const signature = 'SQLite format 3\0';
const headerBytes = 100;

/** The header of an SQLite database says how many pages of which size follow. */
export function backupCheck(url: string): DownloadCheck {
  const refused = refusal(url, 'GET /backup');
  let header = Buffer.alloc(0);
  let bytes = 0;
  const isRight = (isEnd: boolean) => {
    if (header.length < headerBytes) return !isEnd;
    if (header.toString('latin1', 0, signature.length) !== signature) return false;
    const announced = header.readUInt16BE(16) * header.readUInt32BE(28);
    return isEnd ? bytes === announced : bytes <= announced;
  };
  return {
    take: (chunk) => {
      header = Buffer.concat([header, chunk.subarray(0, headerBytes - header.length)]);
      bytes += chunk.byteLength;
      if (!isRight(false)) throw refused();
    },
    end: () => {
      if (!isRight(true)) throw refused();
    },
  };
}

function refusal(url: string, operation: string): () => CommandFailed {
  return () => new CommandFailed(unknownShape(url, operation, ''));
}
