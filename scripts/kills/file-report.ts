import Sqlite from 'better-sqlite3';
import { breaches } from '../../test/invariants/breaches.ts';

export interface FileReport {
  /** Breaches of the invariants that the file shows. */
  readonly broken: number;
  /** SQLite's word on the file: `ok`, or what is wrong. */
  readonly integrity_check: string;
}

/** What a data file holds after everything: invoices whose callback is delivered, breaches, and its integrity. */
export function fileReport(
  file: string,
): FileReport & { readonly delivered: ReadonlySet<string>; readonly breaches: readonly string[] } {
  const sqlite = new Sqlite(file);
  try {
    const delivered = sqlite
      .prepare<[], string>(`SELECT invoice_no FROM callbacks WHERE status = 'delivered'`)
      .pluck()
      .all();
    const broken = breaches(sqlite);
    return {
      delivered: new Set(delivered),
      breaches: broken,
      broken: broken.length,
      integrity_check: String(sqlite.pragma('integrity_check', { simple: true })),
    };
  } finally {
    sqlite.close();
  }
}
