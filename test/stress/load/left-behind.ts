import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { breaches } from '../../invariants/breaches.ts';
import type { Ended } from './orders.ts';

/** The content of a data file, before any repair. */
export interface LeftBehind {
  /** SQLite's verdict on the file: `ok`, or what is wrong. */
  readonly integrity: string;
  /** Violated invariants, in words. */
  readonly breaches: readonly string[];
  /** The status of each transaction, by invoice number. */
  readonly statuses: ReadonlyMap<string, string>;
  /** Invoice numbers whose callback is stored as delivered. */
  readonly delivered: ReadonlySet<string>;
}

/** Reads a copy of an ended server's files, because opening the files themselves would repair them. */
export function leftBehind(file: string): LeftBehind {
  const folder = mkdtempSync(join(dirname(file), 'copy-'));
  const copy = join(folder, 'sandbox.db');
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
  const sqlite = new Sqlite(copy);
  // The copy is temporary, so it does not need to reach the disk.
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

/** Contradictions between the file and what the customers were told. */
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
