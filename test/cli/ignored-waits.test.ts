import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { runCli } from '../support/cli.ts';
import { freshHoldingMerchant, freshSandbox } from '../support/fresh.ts';

interface WithoutWaits {
  readonly url: string;
  /** Settles when this many requests have asked to wait. */
  readonly asked: (count: number) => Promise<void>;
}

/** A server in front of a sandbox that leaves `wait` out of every request. */
async function withoutWaits(sandboxUrl: string): Promise<WithoutWaits> {
  let waits = 0;
  const server = createServer((incoming, outgoing) => {
    const target = new URL(incoming.url ?? '', sandboxUrl);
    if (target.searchParams.has('wait')) {
      waits += 1;
      server.emit('asked');
    }
    target.searchParams.delete('wait');
    const { method, headers } = incoming;
    const onwards = request(target, { method, headers: { ...headers, host: target.host } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    onwards.on('error', () => outgoing.destroy());
    incoming.pipe(onwards);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const asked = async (count: number) => {
    while (waits < count) await once(server, 'asked');
  };
  return { url: `http://127.0.0.1:${port}`, asked };
}

it.each([
  ['events', '--follow'],
  ['logs', '--follow'],
  ['requests', '--follow'],
  ['pay', 'aggregator'],
])('%s %s pauses before it asks a server again that ignores its wait', async (...command) => {
  const sandbox = await freshSandbox({ runningClock: true });
  const server = await withoutWaits(await sandbox.listen());
  const app = await freshHoldingMerchant();
  const address = command[0] === 'pay' ? ['--callback-url', app.url] : [];
  runCli([...command, ...address, '--url', server.url]);
  await server.asked(1);
  let isOver = false;
  void later(300).then(() => {
    isOver = true;
  });
  // Two pauses of 200 ms.
  await server.asked(3);
  expect(isOver).toBe(true);
});
