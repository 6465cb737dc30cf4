import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryOf } from '../../bench/proc.ts';
import { quantilesOf } from '../../bench/statistics.ts';
import { type CliSandbox, cliSandbox, signalled } from '../support/cli.ts';
import { opened } from '../support/raw-socket.ts';
import { rightFields } from '../support/sandbox.ts';

const calls = 200;
/** An answer takes a few milliseconds; other programs run on the machine too. */
const mostP95Ms = 250;

describe('P5: however many are there and say nothing, others are answered', () => {
  it('500 clients that drip their headers', async () => {
    const sandbox = await cliSandbox();
    const sockets = await connections(sandbox, 500);
    for (const socket of sockets) socket.write('GET /_sandbox/health HTTP/1.1\r\n');
    const drip = setInterval(() => {
      for (const socket of sockets) socket.write('x');
    }, 100);
    onTestFinished(() => clearInterval(drip));
    await answeredMeanwhile('500 dripping clients', sandbox);
    expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
  });

  it('1,000 kept connections on which nothing comes: they cost little, and a stop closes them at once', async () => {
    const sandbox = await cliSandbox();
    const before = memoryOf(sandbox.pid) ?? 0;
    const sockets = await connections(sandbox, 1000);
    await Promise.all(
      sockets.map(async (socket) => {
        socket.write(`GET /_sandbox/health HTTP/1.1\r\nHost: ${new URL(sandbox.url).host}\r\n\r\n`);
        await once(socket, 'data');
      }),
    );
    await answeredMeanwhile('1,000 idle connections', sandbox);
    const grownMb = (memoryOf(sandbox.pid) ?? 0) - before;
    console.log(`1,000 idle connections: ${Math.round(grownMb)} MB`);
    expect(grownMb).toBeLessThan(100);
    const { code, tookMs } = await signalled(sandbox, 'SIGTERM');
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(2000);
  });

  it('200 streams all hear of 50 codes, each in the order of the journal', async () => {
    const sandbox = await cliSandbox();
    const heard = await Promise.all(Array.from({ length: 200 }, () => stream(sandbox, 50)));
    await Promise.all(
      Array.from({ length: 50 }, () => sandbox.call('walletB/verify', rightFields['walletB/verify'])),
    );
    const all = await Promise.all(heard.map(({ ids }) => ids));
    expect(all[0]).toHaveLength(50);
    expect(all[0]).toEqual(all[0]?.toSorted((a, b) => a - b));
    expect(all.filter((ids) => ids.join() !== all[0]?.join())).toEqual([]);
  });
});

async function connections({ url }: CliSandbox, count: number): Promise<Socket[]> {
  const sockets = await Promise.all(Array.from({ length: count }, () => opened(url)));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const socket of sockets) socket.on('error', () => undefined);
  return sockets;
}

/** Pays nobody, but asks as a merchant does, one call after the other. */
async function answeredMeanwhile(beside: string, { call }: CliSandbox): Promise<void> {
  const times: number[] = [];
  for (let turn = 0; turn < calls; turn += 1) {
    const askedAt = performance.now();
    expect((await call('walletB/verify', rightFields['walletB/verify'])).status).toBe(200);
    times.push(performance.now() - askedAt);
  }
  const [median = 0, p95 = 0] = quantilesOf(times, [0.5, 0.95]);
  console.log(`beside ${beside}: verify takes ${median.toFixed(1)} ms (median), ${p95.toFixed(1)} ms (p95)`);
  expect(p95).toBeLessThan(mostP95Ms);
}

/** Opens a stream of sent codes. `ids` settles with the events' ids when so many have come. */
async function stream({ url }: CliSandbox, count: number): Promise<{ readonly ids: Promise<number[]> }> {
  const answer = await fetch(`${url}/_sandbox/events?type=otp.sent`);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  onTestFinished(() => reader?.cancel());
  const idsIn = async () => {
    let text = '';
    for (;;) {
      const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
      if (ids.length >= count) return ids;
      const read = await reader?.read();
      if (!read || read.done) throw new Error(`the stream has ended after ${ids.length} events`);
      text += read.value;
    }
  };
  return { ids: idsIn() };
}
