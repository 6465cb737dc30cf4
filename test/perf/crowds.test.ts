import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryOf } from '../../bench/proc.ts';
import { quantilesOf } from '../../bench/statistics.ts';
import { type CliSandbox, cliSandbox } from '../support/cli.ts';
import { opened } from '../support/raw-socket.ts';
import { rightFields } from '../support/sandbox.ts';
import { timedStop } from './timed-stop.ts';

const calls = 200;
/** An answer takes a few milliseconds, but the machine also runs other programs. */
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
    const { code, tookMs } = await timedStop(sandbox, 'SIGTERM');
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(2000);
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

/** Sends calls like a merchant, one after the other, without paying. */
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
