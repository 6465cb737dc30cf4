import { once } from 'node:events';
import { request as begin, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { type ControlRequest, controlExchange } from '../../src/client/control-exchange.ts';
import { whenSilent } from '../../src/client/silence.ts';
import { freshRawMerchant } from '../support/fresh.ts';

const head = 'HTTP/1.1 200 OK\r\nX-Gateway-Sandbox: 1\r\nContent-Length: 10\r\n\r\n';

it.each<[string, string, Partial<ControlRequest>]>([
  ['before its answer', '', {}],
  ['in the middle of its answer', `${head}{`, { sink: () => undefined }],
  ['after a whole upload', '', { method: 'POST', stream: parts() }],
])('a server that falls silent %s ends a long transfer', async (_, bytes, outgoing) => {
  const server = await freshRawMerchant((socket) => socket.write(bytes));
  const given = { method: 'GET', timeoutMs: 600_000, silentMs: 100, ...outgoing };
  await expect(controlExchange(new URL(server.url), given)).rejects.toMatchObject({
    kind: 'timeout',
    message: 'sent nothing for 0.1 s',
  });
  await server.left();
});

it('a slow source and a slow reader do not count as a silent server', async () => {
  let answers = 0;
  const server = await freshRawMerchant((socket) => answers++ === 0 && socket.write(head));
  const request = begin(server.url, { method: 'POST', agent: false });
  let calls = 0;
  whenSilent(request, () => (calls += 1));
  request.write('a');
  request.emit('timeout');
  expect(calls).toBe(0);
  request.end();
  request.emit('timeout');
  expect(calls).toBe(1);
  // What `response` events carry.
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.pause();
  request.emit('timeout');
  expect(calls).toBe(1);
  response.resume();
  request.emit('timeout');
  expect(calls).toBe(2);
  request.on('error', () => undefined).destroy();
});

async function* parts() {
  yield Buffer.from('{}');
}
