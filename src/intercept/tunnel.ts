import type { Duplex } from 'node:stream';
import { clearTimeout, setTimeout } from '../host/timers.ts';
import { ConnectTimedOut, connected, type Route, unreachable } from './connect.ts';
import { answerRaw } from './proxy-answer.ts';

/** The answer to CONNECT that starts the tunnel. */
export const established = 'HTTP/1.1 200 Connection established\r\n\r\n';

export interface Tunnelled {
  readonly route: Route;
  /** Receives the message of a 502 answer. */
  readonly noteFailed: (message: string) => void;
}

/** Forwards all bytes and both ends without inspecting them. Answers 502 if the host cannot be reached. */
export async function tunnel(client: Duplex, head: Buffer, { route, noteFailed }: Tunnelled): Promise<void> {
  const waiting = new AbortController();
  const giveUp = () => waiting.abort();
  client.once('close', giveUp);
  const timer = setTimeout(() => waiting.abort(new ConnectTimedOut()), route.connectMs);
  try {
    const far = await connected(route, waiting.signal);
    // From here on, deliver what the client has sent, even if it disconnects.
    client.off('close', giveUp);
    if (client.destroyed) return void far.destroy();
    client.write(established);
    if (head.length > 0) far.write(head);
    passOn(client, far);
    passOn(far, client);
  } catch (error) {
    if (client.destroyed) return;
    const { aborted, reason } = waiting.signal;
    const message = unreachable(route, aborted ? reason : error);
    noteFailed(message);
    answerRaw(client, { status: 502, message });
  } finally {
    clearTimeout(timer);
  }
}

function passOn(from: Duplex, to: Duplex): void {
  from.on('error', () => to.destroy());
  from.on('close', () => {
    if (!from.readableEnded) to.destroy();
  });
  // Nothing reads `from` any more, so its end would never be noticed.
  to.on('close', () => {
    if (!from.readableEnded) from.destroy();
  });
  from.pipe(to);
}
