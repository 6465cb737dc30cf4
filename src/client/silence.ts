import type { ClientRequest } from 'node:http';

/**
 * Calls back when a request with a `timeout` is idle and the server is the one to go on. The source of the
 * body and the reader of the answer may take as long as they like.
 */
export function whenSilent(request: ClientRequest, silent: () => void): void {
  let isServersTurn = () => request.writableEnded || request.writableNeedDrain;
  request.on('response', (response) => {
    isServersTurn = () => !response.isPaused();
  });
  request.on('timeout', () => {
    if (isServersTurn()) silent();
  });
}
