import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryOf } from '../../bench/proc.ts';
import { type CliSandbox, cliSandbox } from '../support/cli.ts';
import { freshSandbox } from '../support/fresh.ts';
import { exchanged, opened } from '../support/raw-socket.ts';
import type { TestSandbox } from '../support/sandbox.ts';

const megabyte = 'a'.repeat(1024 * 1024);
/**
 * 8 MB are read and discarded, so that a proxy gets the answer. More is in transit when the connection
 * closes.
 */
const mostHeldMb = 64;
const mostGrowthMb = 60;

const sizes = ['Content-Length: 1000000000', 'Transfer-Encoding: chunked'];

it.each(sizes)(
  'P5: a body of 1 GB is not kept, wherever it is sent (%s): the connection is closed after some 8 MB, and memory stays flat',
  async (size) => {
    const sandbox = await cliSandbox();
    const before = memoryOf(sandbox.pid) ?? 0;
    const chunk = size.startsWith('Transfer') ? `100000\r\n${megabyte}\r\n` : megabyte;
    for (const path of [
      '/checkout/pay',
      '/_sandbox/api/snapshots',
      '/_sandbox/inbox/1/expire',
      '/nothing-is-here',
    ]) {
      const socket = await sending(sandbox, `POST ${path}`, size);
      expect(await sentMb(socket, chunk), path).toBeLessThan(mostHeldMb);
    }
    expect((memoryOf(sandbox.pid) ?? 0) - before).toBeLessThan(mostGrowthMb);
    expect((await fetch(`${sandbox.url}/_sandbox/health`)).status).toBe(200);
  },
);

describe('P5: a client that never reads', () => {
  it('its stream of events is cut off, and what it has not read takes little memory', async () => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    const socket = await opened(url);
    onTestFinished(() => void socket.destroy());
    socket.write(`GET /_sandbox/events HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    const before = process.memoryUsage().arrayBuffers;
    for (let event = 0; event < 64; event += 1) await largeEvent(sandbox);
    const heldMb = (process.memoryUsage().arrayBuffers - before) / megabyte.length;
    console.log(`of 64 MB of events that nobody reads, ${heldMb.toFixed(1)} MB were held`);
    expect(heldMb).toBeLessThan(32);
    const heard = await textOf(socket);
    expect(heard.length).toBeLessThan(32 * megabyte.length);
  });

  it('1,000 requests sent at once on one connection are answered in their order', async () => {
    const sandbox = await cliSandbox();
    const request = (number: number, end = '') =>
      `GET /_sandbox/api/transactions/${number} HTTP/1.1\r\nHost: ${new URL(sandbox.url).host}\r\n${end}\r\n`;
    const all = Array.from({ length: 999 }, (_, number) => request(number)).join('');
    const text = await exchanged(sandbox.url, all, request(999, 'Connection: close\r\n'));
    const named = [...text.matchAll(/There is no transaction \\"(\d+)/g)].map(([, number]) => Number(number));
    expect(named).toEqual(Array.from({ length: 1000 }, (_, number) => number));
  });
});

describe('P10: JSON that is no use to anybody is refused, and the next one is read', () => {
  it.each([
    ['500,000 lists in one another', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
    ['100,000 objects in one another', `${'{"settings":'.repeat(80_000)}1${'}'.repeat(80_000)}`],
    ['60,000 members', `{${Array.from({ length: 60_000 }, (_, each) => `"k${each}":1`).join()}}`],
    ['a name of a million letters', JSON.stringify({ name: 'a'.repeat(1_000_000) })],
  ])('%s', async (_what, body) => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    for (const [method, path] of [
      ['POST', 'snapshots'],
      ['POST', 'accounts'],
      ['PATCH', 'settings'],
      ['POST', 'faults'],
    ]) {
      const answer = await fetch(`${url}/_sandbox/api/${path}`, { method: method ?? '', body });
      expect([path, answer.status]).toEqual([path, 400]);
      expect((await answer.text()).length).toBeLessThan(1000);
    }
    expect((await sandbox.control('snapshots', { name: 'next' })).status).toBe(201);
  });
});

/** Sends the same text until the server closes the connection or 1 GB was sent. Returns the amount in MB. */
async function sentMb(socket: Socket, chunk: string): Promise<number> {
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (let sent = 0; sent < 1000 && !socket.destroyed; sent += 1) {
    const drained = new Promise((resolve) => socket.once('drain', resolve));
    if (!socket.write(chunk)) await Promise.race([drained, closed]);
  }
  await closed;
  return socket.bytesWritten / megabyte.length;
}

/** Adds an event of one megabyte. */
function largeEvent({ runtime: { store, journal } }: TestSandbox): Promise<void> {
  return store.commit(() => journal.append({ type: 'settings.changed', data: { text: megabyte } }));
}

/** The rest of the answer, until the server ends it or the connection. */
function textOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    const end = () => resolve(Buffer.concat(chunks).toString('latin1'));
    socket.once('close', end);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (chunk.subarray(-5).toString('latin1') === '0\r\n\r\n') end();
    });
    socket.resume();
  });
}

/** Starts a request and discards the answer. */
async function sending({ url }: CliSandbox, line: string, header: string): Promise<Socket> {
  const socket = await opened(url);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(
    `${line} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: application/x-www-form-urlencoded\r\n${header}\r\n\r\n`,
  );
  return socket;
}
