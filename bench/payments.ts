import { setTimeout as later } from 'node:timers/promises';
import type { CallbackMerchant } from './callback-merchant.ts';
import { type Connection, connected } from './client.ts';
import { approve, checkoutWithCallback, everyCode, fixCodes, verify, walletConfirm } from './requests.ts';
import type { Server } from './servers.ts';
import { quantilesOf } from './statistics.ts';

export interface Delays {
  readonly payments: number;
  /** The actual rate of payments per second. */
  readonly perSecond: number;
  /** From sending an approval to the arrival of its callback. */
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

export interface Rate {
  readonly perSecond: number;
  readonly seconds: number;
  /** Every nth payment is a wallet payment, which has no callback. */
  readonly walletEvery?: number;
}

const tickMs = 5;

/** Starts payments at a fixed rate, regardless of earlier ones, and waits for all payments and callbacks. */
export async function atRate(server: Server, merchant: CallbackMerchant, rate: Rate): Promise<Delays> {
  merchant.forget();
  if (rate.walletEvery !== undefined) await fixCodes(server.url);
  const connections = new Connections(Number(new URL(server.url).port));
  const approvedAt = new Map<string, number>();
  const payments: Promise<void>[] = [];
  const begin = (index: number) =>
    (index + 1) % (rate.walletEvery ?? Number.POSITIVE_INFINITY) === 0
      ? connections.use((connection) => payByWallet(connection, index))
      : connections.use((connection) => payByCheckout(connection, `D-${index}`, merchant.url, approvedAt));
  const startedAt = performance.now();
  for (const total = rate.perSecond * rate.seconds; payments.length < total; await later(tickMs)) {
    const due = Math.min(total, ((performance.now() - startedAt) / 1000) * rate.perSecond);
    while (payments.length < due) payments.push(begin(payments.length));
  }
  const perSecond = (payments.length / (performance.now() - startedAt)) * 1000;
  await Promise.all(payments);
  await merchant.arrived(approvedAt.size);
  connections.close();
  const delays = [...approvedAt].map(
    ([invoiceNo, at]) => (merchant.arrivedAt.get(invoiceNo) ?? Number.NaN) - at,
  );
  const [medianMs = 0, p95Ms = 0, p99Ms = 0] = quantilesOf(delays, [0.5, 0.95, 0.99]);
  return { payments: payments.length, perSecond, medianMs, p95Ms, p99Ms };
}

/** Keep-alive connections, opened as needed and used in turn, because the server closes idle ones. */
class Connections {
  readonly #port: number;
  readonly #idle: Connection[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  async use(work: (connection: Connection) => Promise<void>): Promise<void> {
    const connection = this.#idle.shift() ?? (await connected(this.#port));
    await work(connection);
    this.#idle.push(connection);
  }

  close(): void {
    for (const connection of this.#idle) connection.close();
  }
}

async function payByCheckout(
  connection: Connection,
  invoiceNo: string,
  callbackUrl: string,
  approvedAt: Map<string, number>,
): Promise<void> {
  const confirmed = await ask(connection, checkoutWithCallback(invoiceNo, callbackUrl));
  const approval = approve(/token=([\w-]+)/.exec(confirmed)?.[1] ?? '');
  approvedAt.set(invoiceNo, performance.now());
  await ask(connection, approval);
}

async function payByWallet(connection: Connection, index: number): Promise<void> {
  const verified = await ask(connection, verify(index));
  await ask(connection, walletConfirm(/"process_id":(\d+)/.exec(verified)?.[1] ?? '', everyCode));
}

async function ask(connection: Connection, request: Buffer): Promise<string> {
  const { status, body } = await connection.ask(request);
  if (status !== 200) throw new Error(`${status}: ${body}`);
  return body.toString('utf8');
}
