import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** The contents of a data file. */
export interface Found {
  readonly integrity: string;
  /** How many of the transactions are from growing the file. */
  readonly grown: number;
  readonly invoices: ReadonlySet<string>;
  /** The number of these in each named snapshot. */
  readonly snapshots: ReadonlyMap<string, number>;
}

/** Reads a copy of a data file, because opening the file itself would repair it. */
export function found(file: string): Found {
  const folder = mkdtempSync(join(dirname(file), 'copy-'));
  const copy = join(folder, 'sandbox.db');
  for (const suffix of ['', '-wal'])
    if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
  const sqlite = new Sqlite(copy);
  try {
    const invoices = sqlite.prepare<[], string>('SELECT invoice_no FROM transactions').pluck().all();
    const snapshots = sqlite
      .prepare<[], { id: number; name: string }>("SELECT id, name FROM snapshots WHERE name NOT GLOB ' *'")
      .all();
    const grownIn = (table: string) =>
      sqlite
        .prepare<[], number>(`SELECT count(*) FROM ${table} WHERE invoice_no NOT GLOB 'KILL-*'`)
        .pluck()
        .get() ?? 0;
    return {
      integrity: String(sqlite.pragma('integrity_check', { simple: true })),
      grown: grownIn('transactions'),
      invoices: new Set(invoices),
      snapshots: new Map(snapshots.map(({ id, name }) => [name, grownIn(`snapshot_${id}_transactions`)])),
    };
  } finally {
    sqlite.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
