import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { type FileReport, fileReport } from './file-report.ts';
import { type RecordingMerchant, recordingMerchant } from './merchant.ts';
import { MortalServer } from './mortal-server.ts';
import { insisting, payInvoice, post } from './payer.ts';
import { seededRandom } from './random.ts';

export interface KillOptions {
  readonly callbacks: number;
  readonly kills: number;
  readonly seed: number;
}

export interface KillResult extends FileReport {
  readonly callbacks: number;
  readonly kills: number;
  /** Invoices that were answered as paid and whose callback never arrived, or is not stored as delivered. */
  readonly missing: number;
  /** Callbacks that came more than once: at least once is the promise. */
  readonly duplicates: number;
  readonly seconds: number;
}

const payersAtOnce = 8;
/** A kill comes up to so long after its turn. */
const longestDelayMs = 40;

/** Pays, kills and restarts, waits for the rest to be delivered, and counts. */
export async function killRun(options: KillOptions): Promise<KillResult> {
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-kills-'));
  const merchant = await recordingMerchant();
  const server = new MortalServer(folder);
  try {
    await server.start();
    const invoices = Array.from({ length: options.callbacks }, (_, index) => `KILL-${index}`);
    const kills = await payAndKill(server, merchant, invoices, options);
    await allDelivered(server);
    await server.kill('SIGTERM');
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    return { ...counted(merchant, invoices, server.data), kills, seconds };
  } finally {
    await server.kill();
    merchant.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Spreads the kills over the work, each at a random moment of its share. Returns how many there were. */
async function payAndKill(
  server: MortalServer,
  merchant: RecordingMerchant,
  invoices: readonly string[],
  { kills, seed }: KillOptions,
): Promise<number> {
  const random = seededRandom(seed);
  const left = [...invoices];
  const paying = Promise.all(
    Array.from({ length: payersAtOnce }, async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop())
        await payInvoice(() => server.url, next, merchant.url);
    }),
  );
  let done = 0;
  const killing = (async () => {
    for (; done < kills; done += 1) {
      const turn = invoices.length * (1 - (done + random()) / kills);
      while (left.length > turn) await later(1);
      await later(random() * longestDelayMs);
      await server.kill();
      await server.start();
    }
  })();
  await Promise.all([paying, killing]);
  return done;
}

/** What a kill has interrupted is due again later on the sandbox's clock: it is moved until nothing is left. */
async function allDelivered(server: MortalServer): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    const { status } = await insisting(() =>
      post(`${server.url}/_sandbox/api/callbacks/settled?wait=2s`, {}),
    );
    if (status === 200) return;
    await insisting(() => post(`${server.url}/_sandbox/api/clock/advance`, { by: '11m' }));
  }
}

function counted(merchant: RecordingMerchant, invoices: readonly string[], data: string) {
  const { delivered, breaches, ...report } = fileReport(data);
  for (const breach of breaches.slice(0, 10)) console.error(breach);
  const arrived = [...merchant.bodies.values()];
  const missing = invoices.filter((invoice) => !merchant.bodies.has(invoice) || !delivered.has(invoice));
  const otherBytes = arrived.filter((bodies) => new Set(bodies).size > 1);
  return {
    callbacks: invoices.length,
    missing: missing.length,
    duplicates: arrived.reduce((sum, bodies) => sum + bodies.length - 1, 0),
    ...report,
    broken: report.broken + otherBytes.length,
  };
}
