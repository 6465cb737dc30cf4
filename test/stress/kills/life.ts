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

/** What became of one data file through its kills. */
export interface Life extends Delivered {
  readonly kills: number;
  /** Payments and cancellations that were answered. */
  readonly ended: number;
  /** Everything that must never be, in words, with the kill after which it was seen. */
  readonly wrong: readonly string[];
}

export interface LifeOptions {
  readonly kills: number;
  readonly seed: number;
  /** A kill comes after up to so many more ends of payments; 16 unless said. */
  readonly mostEnds?: number;
}

const customersAtOnce = 10;
/** And up to so long after its turn. */
const longestDelayMs = 30;
/** So often the server is killed before it is ready: while it opens what the last kill has left. */
const killsPerEarlyKill = 5;
const longestStartMs = 250;

/** Lets customers pay and cancel without a pause while the server is killed and started again, and looks at the file after each kill. */
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
  // It has no time to get ready, most often.
  server.start().catch(() => undefined);
  await later(afterMs);
  await server.kill();
}

/** Customers who buy one thing after the other until they are asked to go home. */
class Crowd {
  readonly orders: Order[] = [];
  /** How each order has ended, as its customer was told. */
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
    // Told by `reached` and `goneHome`.
    this.#customers.catch(() => undefined);
  }

  /** Settles when so many orders have ended in all. */
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

/** What a kill has interrupted is due again later on the sandbox's clock: it is moved until nothing is left. */
async function allDelivered(ask: Ask): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    const { status } = await ask('/_sandbox/api/callbacks/settled?wait=1s', {});
    if (status === 200) return;
    await ask('/_sandbox/api/clock/advance', { by: '11m' });
  }
}
