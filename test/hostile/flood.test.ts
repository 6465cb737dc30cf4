import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { memoryOf } from '../../bench/proc.ts';
import { flood } from '../stress/strangers/flood.ts';
import { cliSandbox } from '../support/cli.ts';
import { rightFields } from '../support/sandbox.ts';

const megabyte = 1024 * 1024;

// Longer run: `node test/stress/strangers.ts` sends a gigabyte.
it('Large requests without keys fill neither the memory nor the log', async () => {
  const sandbox = await cliSandbox();
  await sandbox.call('walletA/verify', rightFields['walletA/verify']);
  await flood(sandbox.url, 16 * megabyte);
  const before = memoryOf(sandbox.pid) ?? 0;
  await flood(sandbox.url, 128 * megabyte);
  const after = memoryOf(sandbox.pid) ?? 0;
  console.log(`memory ${before.toFixed(0)} → ${after.toFixed(0)} MB`);
  // Stored in full, they would take more than was sent.
  expect(after - before).toBeLessThan(100);
  expect((await sandbox.control('requests?account=demo')).data).toHaveLength(1);
  const health = await fetch(`${sandbox.url}/_sandbox/health`);
  expect(health.status).toBe(200);
});

it('Requests that are sent without waiting for a response do not fill the memory', async () => {
  const sandbox = await cliSandbox([], { env: { NODE_OPTIONS: '--max-old-space-size=128' } });
  const { hostname, port } = new URL(sandbox.url);
  const requests = `POST /api/x HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 0\r\n\r\n`.repeat(1000);
  const closed = Array.from({ length: 400 }, async () => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(requests);
    await once(socket.resume(), 'close');
  });
  await Promise.all(closed);
  expect((await fetch(`${sandbox.url}/_sandbox/health`)).status).toBe(200);
  expect(sandbox.stderr()).toBe('');
});
