import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { type Ask, asking, insisting } from '../load/ask.ts';
import { callbacksOf, type Delivered } from '../load/callbacks.ts';
import { buy } from '../load/customer.ts';
import { leftBehind, losses } from '../load/left-behind.ts';
import { type RecordingMerchant, recordingMerchant } from '../load/merchant.ts';
import { MortalServer } from '../load/mortal-server.ts';
import { type Ended, type Order, orderOf } from '../load/orders.ts';
import { seededRandom } from './random.ts';

/** The results of one data file. */
export interface Life extends Delivered {
  readonly kills: number;
  /** Payments and cancellations that were answered. */
  readonly ended: number;
  /** Every violation, in words, with the number of the kill before it. */
  readonly wrong: readonly string[];
}

export interface LifeOptions {
  readonly kills: number;
  readonly seed: number;
  /** A kill comes after up to this many more finished payments (default: 16). */
  readonly mostEnds?: number;
}

const customersAtOnce = 10;
/** Additional random delay before a kill. */
const longestDelayMs = 30;
/** Every nth kill comes before the server is ready, while it opens what the previous kill has left. */
const killsPerEarlyKill = 5;
const longestStartMs = 250;

/**
 * Lets customers pay and cancel without a pause, kills and restarts the server, and checks the file after
 * each kill.
 */
export async function life({ kills, seed, mostEnds = 16 }: LifeOptions): Promise<Life> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-kills-'));
  const merchant = await recordingMerchant();
  const server = new MortalServer(folder);
  const wrong: string[] = [];
  try {
    await server.start();
    const ask = insisting(asking(() => server.url));
    const crowd = new Crowd(ask, seed, merchant);
    const random = seededRandom(seed);
    for (let kill = 1; kill <= kills; kill += 1) {
      await crowd.reached(crowd.ended.size + Math.floor(random() * mostEnds));
      await later(random() * longestDelayMs);
      await server.kill();
      wrong.push(
        ...losses(leftBehind(server.data), crowd.ended).map((each) => `seed ${seed}, kill ${kill}: ${each}`),
      );
      if (kill % killsPerEarlyKill === 0) await killedEarly(server, random() * longestStartMs);
      await server.start();
    }
    await crowd.goneHome();
    await allDelivered(ask);
    await server.kill('SIGTERM');
    const left = leftBehind(server.data);
    wrong.push(...losses(left, crowd.ended).map((each) => `seed ${seed}, at the end: ${each}`));
    return { kills, ended: crowd.ended.size, ...callbacksOf(crowd.orders, merchant, left), wrong };
  } catch (error) {
    throw new Error(`Seed ${seed}: ${server.lastWords}`, { cause: error });
  } finally {
    await server.kill();
    merchant.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function killedEarly(server: MortalServer, afterMs: number): Promise<void> {
  // Usually, it has no time to get ready.
  server.start().catch(() => undefined);
  await later(afterMs);
  await server.kill();
}

/** Customers who place one order after another until they are stopped. */
class Crowd {
  readonly orders: Order[] = [];
  /** The outcome of each order, as the customer saw it. */
  readonly ended = new Map<string, Ended>();
  readonly #customers: Promise<unknown>;
  #waiting: (() => void) | undefined;
  #isOpen = true;

  constructor(ask: Ask, seed: number, { url }: RecordingMerchant) {
    const customer = async () => {
      while (this.#isOpen) {
        const order = orderOf(this.orders.length, `KILL-${seed}`, url);
        this.orders.push(order);
        this.ended.set(order.invoiceNo, await buy(ask, order));
        this.#waiting?.();
      }
    };
    this.#customers = Promise.all(Array.from({ length: customersAtOnce }, customer));
    // Reported by `reached` and `goneHome`.
    this.#customers.catch(() => undefined);
  }

  /** Settles when this many orders have ended in total. */
  async reached(count: number): Promise<void> {
    const reached = new Promise<void>((resolve) => {
      this.#waiting = () => {
        if (this.ended.size >= count) resolve();
      };
      this.#waiting();
    });
    await Promise.race([reached, this.#customers]);
  }

  async goneHome(): Promise<void> {
    this.#isOpen = false;
    await this.#customers;
  }
}

/**
 * What a kill has interrupted becomes due again later on the sandbox's clock, so the clock advances until
 * nothing is left.
 */
async function allDelivered(ask: Ask): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    const { status } = await ask('/_sandbox/api/callbacks/settled?wait=1s', {});
    if (status === 200) return;
    await ask('/_sandbox/api/clock/advance', { by: '11m' });
  }
}
