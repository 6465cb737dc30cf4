import type { IncomingMessage } from 'node:http';
import { clearTimeout, nextTurn, setTimeout } from '../host/timers.ts';

const longestPauseMs = 500;
const longestMs = 5000;
const mostBytes = 8 * 1024 * 1024;

/**
 * Sends the answer, but keeps the response open until the rest of the body has been read and discarded, gets
 * too large, or stalls. Closing a connection while the client still sends would reset it, and the client or a
 * proxy in between would lose the answer.
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
      // @hono/node-server waits on a global timer if the first chunk is ready and the second is not.
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

/** Resolves when the body has ended or enough of it has been read. */
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
