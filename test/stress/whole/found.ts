import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** What a data file holds. */
export interface Found {
  readonly integrity: string;
  /** Transactions that the file was grown with. */
  readonly grown: number;
  readonly invoices: ReadonlySet<string>;
  /** Transactions of them in each snapshot that has a name. */
  readonly snapshots: ReadonlyMap<string, number>;
}

/** Looks into a copy of a data file: to open the file itself would repair it. */
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
