import http from 'node:http';
import type { Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { keptConnections, resting } from '../../src/net/kept-connections.ts';
import { scriptedServer } from '../support/scripted-server.ts';

it('A server that resets the connection right after its answer throws no error in this process', async () => {
  const { url } = await scriptedServer([
    'request',
    { bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n' },
  ]);
  const agent = resting(new http.Agent(keptConnections));
  onTestFinished(() => agent.destroy());
  // Called after the listener of `resting`, so the connection is at rest.
  const rested = new Promise<Socket>((resolve) => agent.once('free', resolve));
  http.get(url, { agent }, (answer) => answer.resume());
  const connection = await rested;
  // An event `error` that nothing listens to is thrown.
  expect(connection.emit('error', new Error('read ECONNRESET'))).toBe(true);
});
