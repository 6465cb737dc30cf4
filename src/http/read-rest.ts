import type { IncomingMessage } from 'node:http';
import { clearTimeout, nextTurn, setTimeout } from '../host/timers.ts';

const longestPauseMs = 500;
const longestMs = 5000;
const mostBytes = 8 * 1024 * 1024;

/**
 * Sends the answer, but ends it only when the rest of the body has been read and thrown away, or too much of it has come, or nothing comes any
 * more. Closing a connection on which a client still sends resets it: the client, or a proxy in front of us, would lose the answer.
 */
export async function afterBody(
  answered: Response | Promise<Response>,
  incoming: IncomingMessage,
): Promise<Response> {
  const answer = await answered;
  if (incoming.complete || incoming.destroyed || answer.body === null) return answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      // @hono/node-server waits on a global timer between a first chunk that is ready and a second that is not.
      await nextTurn();
      controller.enqueue(bytes);
      await restOf(incoming);
      controller.close();
    },
  });
  const headers = new Headers(answer.headers);
  headers.set('Content-Length', String(bytes.byteLength));
  return new Response(body, { status: answer.status, headers });
}

/** Settles when the body is over, or has been read for long enough. */
function restOf(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const end = () => {
      clearTimeout(pause);
      clearTimeout(patience);
      incoming.off('data', count);
      for (const event of endings) incoming.off(event, end);
      resolve();
    };
    const pause = setTimeout(end, longestPauseMs);
    const patience = setTimeout(end, longestMs);
    const count = (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) return end();
      pause.refresh();
    };
    for (const event of endings) incoming.once(event, end);
    incoming.on('data', count);
    incoming.resume();
  });
}

const endings = ['end', 'close', 'error'] as const;
