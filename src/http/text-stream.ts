import { nextTurn } from '../host/timers.ts';

const chunkLength = 64 * 1024;

/**
 * A response body that is produced as the client reads it: a slow client costs no memory, and nothing more is
 * produced for one that has left. An empty text lets other requests go first.
 */
export function textStream(texts: Iterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const rest = texts[Symbol.iterator]();
  return new ReadableStream({
    async pull(controller) {
      // A client that reads without pause would block all others.
      await nextTurn();
      let text = '';
      while (text.length < chunkLength) {
        const { done, value } = rest.next();
        if (done) {
          if (text !== '') controller.enqueue(encoder.encode(text));
          controller.close();
          return;
        }
        if (value === '') await nextTurn();
        text += value;
      }
      controller.enqueue(encoder.encode(text));
    },
    cancel() {
      rest.return?.();
    },
  });
}
