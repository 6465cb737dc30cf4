import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdingMerchant } from '../../support/raw-merchant.ts';
import { asking } from '../load/ask.ts';
import { leftBehind, losses } from '../load/left-behind.ts';
import { recordingMerchant } from '../load/merchant.ts';
import { MortalServer } from '../load/mortal-server.ts';
import { crowdAt, paidByAggregator } from './crowd.ts';

/** What else is happening when the stop comes, besides customers, streams and waits. */
export const kinds = ['paying', 'slow uploads', 'hung merchant'] as const;
export type Kind = (typeof kinds)[number];

export interface Stop {
  readonly kind: Kind;
  readonly signal: 'SIGTERM' | 'SIGINT';
  readonly code: number | undefined;
  readonly tookMs: number;
  /** Payments and cancellations that were answered before. */
  readonly ended: number;
  /** Every violation, in words. */
  readonly wrong: readonly string[];
}

/** Connects a crowd to the built server, stops it with a signal, and checks results and stored data. */
export async function stopRun(kind: Kind, signal: Stop['signal']): Promise<Stop> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-stops-'));
  const merchant = await recordingMerchant();
  const hung = await holdingMerchant();
  const server = new MortalServer(folder);
  try {
    await server.start();
    const ask = asking(() => server.url);
    if (kind === 'hung merchant') {
      await paidByAggregator(ask, 'HUNG', hung.url);
      await hung.arrived(1);
    }
    const { busy, over } = await crowdAt(server.url, merchant.url, kind === 'slow uploads');
    await busy;
    const startedAt = performance.now();
    const code = await server.kill(signal);
    const tookMs = performance.now() - startedAt;
    const { ended, wrong } = await over;
    const all = [...wrong, ...losses(leftBehind(server.data), ended), ...(await portIsFree(server.url))];
    return { kind, signal, code, tookMs, ended: ended.size, wrong: all };
  } finally {
    await server.kill();
    merchant.close();
    await hung.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function portIsFree(url: string): Promise<string[]> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error) => resolve([`the port is not free: ${error.message}`]));
    server.listen({ host: '127.0.0.1', port: Number(new URL(url).port) }, () =>
      server.close(() => resolve([])),
    );
  });
}
