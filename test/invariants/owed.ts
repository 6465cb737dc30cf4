import type Sqlite from 'better-sqlite3';
import type { StoredEvents } from './stored-events.ts';

interface CheckoutRow {
  readonly id: number;
  readonly gateway: string;
  readonly status: string;
  /** Genuine callbacks, without copies. */
  readonly genuine: number;
  readonly all: number;
}

/**
 * I2: a completed or canceled checkout has exactly the callbacks that its gateway owes (API documentation, "Events").
 * Others have none.
 */
export function owedBreaches(sqlite: Sqlite.Database, events: StoredEvents): string[] {
  const rows = sqlite
    .prepare<[], CheckoutRow>(
      `SELECT t.id, t.gateway, t.status, count(c.id) AS "all",
         count(c.id) FILTER (WHERE c.tamper IS NULL AND c.copy_of IS NULL) AS genuine
       FROM transactions AS t LEFT JOIN callbacks AS c ON c.transaction_id = t.id
       WHERE t.gateway IN ('localbankcards', 'cardgw', 'aggregator') GROUP BY t.id`,
    )
    .all();
  return [
    ...rows.flatMap((row) => {
      const owed = owedBy(row, events);
      if (row.genuine === owed && (owed > 0 || row.all === 0)) return [];
      return `I2: ${row.gateway} owes ${owed} callbacks for transaction ${row.id}, which is ${row.status} and has ${row.genuine}`;
    }),
    ...otherCopies(sqlite).map((id) => `I2: callback ${id} is called a copy and is none`),
  ];
}

function owedBy({ id, gateway, status }: CheckoutRow, events: StoredEvents): number {
  if (status !== 'completed' && status !== 'canceled') return 0;
  if (gateway === 'aggregator') return status === 'completed' ? 1 : 0;
  const ended = events.idOf(`transaction.${status}`, id);
  return events.setting(['card', 'callback'], ended) === 'browser' ? 0 : 1;
}

function otherCopies(sqlite: Sqlite.Database): number[] {
  return sqlite
    .prepare<[], number>(
      `SELECT c.id FROM callbacks AS c LEFT JOIN callbacks AS first ON first.id = c.copy_of
       WHERE c.copy_of IS NOT NULL
         AND (c.transaction_id, c.method, c.url, c.body, c.tamper)
           IS NOT (first.transaction_id, first.method, first.url, first.body, first.tamper)`,
    )
    .pluck()
    .all();
}
