import { CommandFailed } from './control-client.ts';
import { readFrom } from './snapshot-file.ts';

/** What `start --from` loads: a snapshot file, or the text of a payment file. */
export interface Begin {
  readonly from?: AsyncIterable<Uint8Array>;
  readonly story?: string;
}

const longestStory = 16 * 1024 * 1024;

/** Distinguishes the two formats by the first line, which names the format. */
export async function fileToBegin(file: string): Promise<Begin> {
  const chunks = readFrom(file);
  const { value: first } = await chunks.next();
  if (!first) return { from: whole(new Uint8Array(), chunks) };
  const head = Buffer.from(first).toString('latin1', 0, 300);
  if (!head.includes('"gateway-sandbox story"')) return { from: whole(first, chunks) };
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of whole(first, chunks)) {
    bytes += chunk.byteLength;
    if (bytes > longestStory)
      throw new CommandFailed(`${file} is larger than 16 MiB, so it is not a payment file.`);
    parts.push(chunk);
  }
  return { story: Buffer.concat(parts).toString('utf8') };
}

async function* whole(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}
