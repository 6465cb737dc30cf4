import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { breaches } from '../invariants/breaches.ts';
import { type CliSandbox, cliSandbox } from './cli.ts';
import { testFolder } from './data-file.ts';
import { rightFields } from './sandbox.ts';

/** A shop that pays without a pause, and remembers what it was told. */
export interface Load {
  /** Invoices whose payment was answered 200. */
  readonly acknowledged: string[];
  /** Settles when so many payments have been acknowledged in all. */
  readonly reached: (count: number) => Promise<void>;
  /** Settles when every payer has met the end of the sandbox. */
  readonly over: Promise<void>;
}

const dataName = 'sandbox.db';

export function startOn(cwd: string): Promise<CliSandbox> {
  return cliSandbox(['--data', dataName], { cwd });
}

/** Ends it as a power cut of the process would: nothing of it runs any more. */
export async function killed({ process, ended }: CliSandbox): Promise<void> {
  process.kill('SIGKILL');
  await ended;
}

/** Payers who pay one invoice after the other, by wallet and by checkout, until the sandbox answers no more. */
export function loadOn(sandbox: CliSandbox, prefix: string, callbackUrl: string, payers = 8): Load {
  const acknowledged: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const acknowledge = (invoiceNo: string) => {
    acknowledged.push(invoiceNo);
    for (const each of waiting) if (acknowledged.length >= each.count) each.resolve();
  };
  const payer = async (index: number) => {
    const pay = index % 2 === 0 ? payByWallet : payByCheckout;
    for (let turn = 0; ; turn += 1) {
      const invoiceNo = `${prefix}-${index}-${turn}`;
      await pay(sandbox, invoiceNo, callbackUrl, index);
      acknowledge(invoiceNo);
    }
  };
  const over = Promise.all(Array.from({ length: payers }, (_, index) => payer(index).catch(onlyGone)));
  return {
    acknowledged,
    reached: (count) =>
      new Promise((resolve) => {
        if (acknowledged.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    over: over.then(() => undefined),
  };
}

/** The end of the connection is the end of a payer; anything else is a fault. */
function onlyGone(error: unknown): void {
  if (!(error instanceof TypeError)) throw error;
}

async function payByWallet(
  { call, control }: CliSandbox,
  invoiceNo: string,
  _callbackUrl: string,
  payer: number,
): Promise<void> {
  // A number of its own: a verify supersedes the earlier code of its number.
  const verified = await call('walletB/verify', { mobile_number: `094000000${payer}`, amount: '10.00' });
  const processId = String(verified.json.result.process_id);
  const { data } = await control(`otps?process_id=${processId}`);
  const fields = { process_id: processId, code: data[0].code, amount: '10.00', invoice_no: invoiceNo };
  const { status, json } = await call('walletB/confirm', fields);
  if (status !== 200) throw new Error(JSON.stringify(json));
}

async function payByCheckout(
  { call, control }: CliSandbox,
  invoiceNo: string,
  callbackUrl: string,
): Promise<void> {
  const fields = { ...rightFields['aggregator/confirm'], invoice_no: invoiceNo, callback_url: callbackUrl };
  const { status, json } = await call('aggregator/confirm', fields);
  if (status !== 200) throw new Error(JSON.stringify(json));
  const decided = await control(`checkouts/${encodeURIComponent(json.result.redirect_url)}/approve`, {});
  if (decided.status !== 'completed') throw new Error(JSON.stringify(decided));
}

export interface Inspected {
  readonly integrity: unknown;
  /** Invoices of the completed transactions. */
  readonly completed: ReadonlySet<string>;
  /** Breaches of the invariants, in words. */
  readonly breaches: readonly string[];
}

/** Looks into a copy of the files as the kill left them: to open them would repair them. */
export function inspected(cwd: string): Inspected {
  const folder = join(testFolder(), 'copy');
  mkdirSync(folder);
  for (const suffix of ['', '-wal', '-shm']) {
    const from = join(cwd, `${dataName}${suffix}`);
    if (existsSync(from)) copyFileSync(from, join(folder, `${dataName}${suffix}`));
  }
  const sqlite = new Sqlite(join(folder, dataName));
  const completed = "SELECT invoice_no FROM transactions WHERE status = 'completed'";
  try {
    return {
      integrity: sqlite.pragma('integrity_check', { simple: true }),
      completed: new Set(sqlite.prepare<[], string>(completed).pluck().all()),
      breaches: breaches(sqlite),
    };
  } finally {
    sqlite.close();
  }
}
