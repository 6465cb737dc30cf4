import { connect } from 'node:net';
import { localLookup } from './loopback.ts';

export interface Place {
  readonly host: string;
  readonly port: number;
}

/** Where a URL leads. */
export function placeOf(url: string): Place {
  const { hostname, port, protocol } = new URL(url);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  };
}

/** Whether a connection can be made, at most within `timeoutMs`. */
export function listens(at: Place, timeoutMs = 0): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ ...at, timeout: timeoutMs, lookup: localLookup });
    const answer = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket
      .once('connect', () => answer(true))
      .once('error', () => answer(false))
      .once('timeout', () => answer(false));
  });
}
