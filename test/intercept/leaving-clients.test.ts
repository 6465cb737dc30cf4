import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { credentialsOf, interceptionOf } from '../support/interception.ts';
import {
  asked,
  connectTo,
  getFrom,
  passingProxy,
  reached,
  socketCount,
  ways,
} from '../support/proxy-clients.ts';
import { opened, parsedAnswer } from '../support/raw-socket.ts';
import { scriptedServer } from '../support/scripted-server.ts';

const leaving = {
  closes: (socket: Socket) => socket.destroy(),
  resets: (socket: Socket) => socket.resetAndDestroy(),
  'half-closes': (socket: Socket) => socket.end(),
};
const answer = ['request', { bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok' }] as const;

describe('However a client leaves the proxy, no socket is left', () => {
  it.each(Object.entries(leaving))('it %s in its request or behind it', async (_how, leave) => {
    const server = await scriptedServer(answer);
    for (const way of Object.values(ways)) {
      const { proxyUrl, requests } = await reached(way, [server]);
      const [request = ''] = requests;
      const before = socketCount();
      const lengths = Array.from({ length: 12 }, (_, at) => Math.ceil((request.length * at) / 11));
      await Promise.all(
        lengths.map(async (length) => {
          const socket = await opened(proxyUrl);
          socket.on('error', () => undefined).resume();
          await new Promise((resolve) => socket.write(request.slice(0, length), resolve));
          leave(socket);
        }),
      );
      await expect.poll(socketCount).toBeLessThanOrEqual(before);
    }
  });

  const post = 'POST http://127.0.0.1:1/ HTTP/1.1\r\nHost: a\r\n';
  it.each([
    ['a refused CONNECT with bytes behind it', `${connectTo('127.0.0.1:1')}GET / HTTP/1.1\r\n\r\n`, [502]],
    ['huge headers', connectTo('a:1', `X: ${'x'.repeat(50_000)}\r\n`), [431]],
    ['a body that is shorter than its length', `${post}Content-Length: 9\r\n\r\nfour`, [502]],
    ['a chunk that is none', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, [400, 502]],
  ])('it was answered for %s', async (_what, request, statuses) => {
    const proxyUrl = await passingProxy(() => undefined);
    const before = socketCount();
    const { said } = await asked(proxyUrl, request);
    expect(statuses).toContain(parsedAnswer(said).status);
    await expect.poll(socketCount).toBeLessThanOrEqual(before);
  });

  it('it keeps its connection open after a refused CONNECT', async () => {
    const proxyUrl = await passingProxy(() => undefined);
    const before = socketCount();
    const socket = await opened(proxyUrl);
    onTestFinished(() => void socket.destroy());
    socket.allowHalfOpen = true;
    socket.resume().write(connectTo('127.0.0.1:1'));
    await expect.poll(socketCount).toBe(before + 1);
  });

  it('it sends nothing to an intercepted host', async () => {
    const { proxyUrl } = await interceptionOf(['api.example.test']);
    const before = socketCount();
    const socket = await opened(proxyUrl);
    socket.write(connectTo('api.example.test:443', credentialsOf(proxyUrl)));
    await once(socket, 'data');
    socket.end();
    await expect.poll(socketCount).toBeLessThanOrEqual(before);
  });
});

it('A host that answers before it has the body holds up no later request on the connection', async () => {
  const server = await scriptedServer([...answer, 'half-close']);
  const proxyUrl = await passingProxy(() => undefined);
  const socket = await opened(proxyUrl);
  onTestFinished(() => void socket.destroy());
  // The scripted server treats a request without a length as complete.
  socket.write(`POST ${server.url} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const [first] = await once(socket, 'data');
  expect(parsedAnswer(String(first)).status).toBe(200);
  const body = 'b'.repeat(2_000_000);
  socket.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n${getFrom(server.url)}`);
  let rest = '';
  for await (const chunk of socket) rest += chunk;
  expect(rest.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
});
