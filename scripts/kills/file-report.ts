import Sqlite from 'better-sqlite3';

export interface FileReport {
  /** Breaches of what always holds: a completion without exactly one callback, gaps in attempts, repeats with other bytes. */
  readonly broken: number;
  /** SQLite's word on the file: `ok`, or what is wrong. */
  readonly integrity_check: string;
}

const breaches = [
  `SELECT count(*) FROM transactions t WHERE status = 'completed'
     AND (SELECT count(*) FROM callbacks c WHERE c.transaction_id = t.id) <> 1`,
  `SELECT count(*) FROM callbacks c WHERE NOT EXISTS
     (SELECT 1 FROM transactions t WHERE t.id = c.transaction_id AND t.status = 'completed')`,
  `SELECT count(*) FROM (SELECT max(number) <> count(*) OR min(number) <> 1 AS gap
     FROM callback_attempts GROUP BY callback_id) WHERE gap`,
  `SELECT count(*) FROM (SELECT 1 FROM transactions WHERE status = 'completed'
     GROUP BY account_id, mode, invoice_no HAVING count(*) > 1)`,
];

/** What a data file holds after everything: invoices whose callback is delivered, breaches, and its integrity. */
export function fileReport(file: string): FileReport & { readonly delivered: ReadonlySet<string> } {
  const sqlite = new Sqlite(file);
  try {
    const delivered = sqlite
      .prepare<[], string>(`SELECT invoice_no FROM callbacks WHERE status = 'delivered'`)
      .pluck()
      .all();
    const broken = breaches.map((each) => sqlite.prepare<[], number>(each).pluck().get() ?? 0);
    return {
      delivered: new Set(delivered),
      broken: broken.reduce((sum, count) => sum + count, 0),
      integrity_check: String(sqlite.pragma('integrity_check', { simple: true })),
    };
  } finally {
    sqlite.close();
  }
}
