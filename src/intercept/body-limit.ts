import type { IncomingMessage, ServerResponse } from 'node:http';
import { clearTimeout, setTimeout } from '../host/timers.ts';
import { hasBody } from './forward.ts';
import { answerRaw } from './proxy-answer.ts';

export interface BodyLimit {
  /** How long a body may take, in milliseconds. */
  readonly bodyMs: number;
  readonly host: string;
  /** Receives the rest of a sentence that begins with the client. */
  readonly note: (what: string) => void;
}

/** Answers 408 when a body stays shorter than announced. Node does so only on servers that listen. */
export function limitBody(incoming: IncomingMessage, response: ServerResponse, limit: BodyLimit): void {
  if (!hasBody(incoming)) return;
  const { bodyMs, host, note } = limit;
  const length = incoming.headers['content-length'];
  const announced =
    length === undefined ? 'the whole body' : `the ${length} bytes that its Content-Length says`;
  let isGivenUp = false;
  const timer = setTimeout(() => {
    note(`did not send ${host} ${announced} within ${bodyMs / 1000} s`);
    const message = `The request was given up after ${bodyMs / 1000} s: ${announced} did not come.`;
    isGivenUp = true;
    // Bypass the response object: the app may still try to use it.
    if (response.headersSent) response.destroy();
    else answerRaw(incoming.socket, { status: 408, message });
  }, bodyMs);
  incoming.once('end', () => clearTimeout(timer));
  incoming.once('close', () => {
    clearTimeout(timer);
    if (!isGivenUp && !incoming.complete && !response.writableEnded)
      note(`closed the connection to ${host} before it had sent ${announced}`);
  });
}
