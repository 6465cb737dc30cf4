import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { memoryOf } from '../../../bench/proc.ts';
import { asking } from '../load/ask.ts';
import { callbacksOf, type Delivered } from '../load/callbacks.ts';
import { leftBehind, losses } from '../load/left-behind.ts';
import { recordingMerchant } from '../load/merchant.ts';
import { MortalServer } from '../load/mortal-server.ts';
import { Customers } from './customers.ts';

export interface SoakOptions {
  /** Payments and cancellations started per second, regardless of earlier ones. */
  readonly rate: number;
  readonly seconds: number;
}

export interface Soak extends Delivered {
  readonly begun: number;
  /** Seconds during which they were started. */
  readonly seconds: number;
  /** Milliseconds of every call and page. */
  readonly callMs: readonly number[];
  /** Milliseconds from the decision of a checkout to the arrival of its callback. */
  readonly callbackDelayMs: readonly number[];
  /** The server's resident memory in MB: twenty samples at equal intervals. */
  readonly memoryMb: readonly number[];
  /** Every violation, in words: refusals, losses, broken invariants. */
  readonly wrong: readonly string[];
  /** The state of the server and its stderr at the end. */
  readonly lastWords: string;
}

const samples = 20;

/** Sends customers to the built server at a steady rate, and checks everything when the last one has left. */
export async function soakRun({ rate, seconds }: SoakOptions): Promise<Soak> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-soak-'));
  const merchant = await recordingMerchant();
  const server = new MortalServer(folder);
  try {
    await server.start();
    const ask = asking(() => server.url);
    const customers = new Customers(ask, merchant.url);
    const memoryMb = memorySamples(server.pid, seconds);
    const tookSeconds = await customers.come(rate, seconds);
    await ask('/_sandbox/api/callbacks/settled?wait=30s&retries=true', {});
    const { lastWords } = server;
    await server.kill('SIGTERM');
    const left = leftBehind(server.data);
    return {
      begun: customers.orders.length,
      seconds: tookSeconds,
      callMs: customers.callMs,
      callbackDelayMs: customers.delaysTo(merchant),
      memoryMb: await memoryMb,
      ...callbacksOf(customers.orders, merchant, left),
      wrong: [...customers.wrong, ...losses(left, customers.ended)],
      lastWords,
    };
  } finally {
    await server.kill();
    merchant.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function memorySamples(pid: number, seconds: number): Promise<number[]> {
  const all: number[] = [];
  while (all.length < samples) {
    await later((seconds * 1000) / (samples + 1));
    all.push(memoryOf(pid) ?? Number.NaN);
  }
  return all;
}
