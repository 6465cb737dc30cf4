import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { visit } from '../../src/audit/visit.ts';

it('a page that a redirect led to, and that takes too long, is named with the whole time', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/return')
      setTimeout(() => response.writeHead(303, { Location: '/slow?a=1' }).end(), 100);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const options = { timeoutMs: 2000, allowSelfSigned: false };
  expect((await visit(`http://127.0.0.1:${port}/return`, options)).error).toBe(
    'no complete answer within 2000 ms in all (after a redirect to /slow)',
  );
  expect((await visit(`http://127.0.0.1:${port}/other`, options)).error).toBe(
    'no complete answer within 2000 ms',
  );
});
