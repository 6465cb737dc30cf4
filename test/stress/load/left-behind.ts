import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { breaches } from '../../invariants/breaches.ts';
import type { Ended } from './orders.ts';

/** What a data file holds: as it is, without a repair by whoever looks. */
export interface LeftBehind {
  /** SQLite's word on the file: `ok`, or what is wrong. */
  readonly integrity: string;
  /** Breaches of the invariants, in words. */
  readonly breaches: readonly string[];
  /** Status of each transaction, by its invoice. */
  readonly statuses: ReadonlyMap<string, string>;
  /** Invoices whose callback is stored as delivered. */
  readonly delivered: ReadonlySet<string>;
}

/** Looks into a copy of the files of a server that is gone: to open the files themselves would repair them. */
export function leftBehind(file: string): LeftBehind {
  const folder = mkdtempSync(join(dirname(file), 'copy-'));
  const copy = join(folder, 'sandbox.db');
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
  const sqlite = new Sqlite(copy);
  // The copy is thrown away: nothing of it need reach the disk.
  sqlite.pragma('synchronous = OFF');
  try {
    return {
      integrity: String(sqlite.pragma('integrity_check', { simple: true })),
      breaches: breaches(sqlite),
      statuses: new Map(
        sqlite.prepare<[], [string, string]>('SELECT invoice_no, status FROM transactions').raw().all(),
      ),
      delivered: new Set(
        sqlite
          .prepare<[], string>(`SELECT invoice_no FROM callbacks WHERE status = 'delivered'`)
          .pluck()
          .all(),
      ),
    };
  } finally {
    sqlite.close();
    rmSync(folder, { recursive: true });
  }
}

/** What is wrong with the file by what the customers were told. */
export function losses(
  { integrity, breaches, statuses }: LeftBehind,
  ended: ReadonlyMap<string, Ended>,
): string[] {
  return [
    ...(integrity === 'ok' ? [] : [`integrity_check: ${integrity}`]),
    ...breaches,
    ...[...ended].flatMap(([invoice, end]) =>
      statuses.get(invoice) === end ? [] : [`${invoice} was ${end} and is ${statuses.get(invoice)}`],
    ),
  ];
}
