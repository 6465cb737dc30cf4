import type Sqlite from 'better-sqlite3';

/** Rows that must never change again, as text by subject. */
type Final = ReadonlyMap<string, string>;

const finals: readonly (readonly [what: string, sql: string])[] = [
  [
    'I7: transaction',
    `SELECT id, status || ' ' || coalesce(payment_method, '') || ' ' || decided_at || ' ' || amount || ' ' || invoice_no AS text
     FROM transactions WHERE status <> 'started'`,
  ],
  ['I7: process', `SELECT process_id AS id, status AS text FROM verifications WHERE status <> 'open'`],
  ['I7: code', `SELECT id, status || ' ' || code AS text FROM otps WHERE status <> 'active'`],
  [
    'I7: delivered callback',
    `SELECT id, url || coalesce(body, '') AS text FROM callbacks WHERE status = 'delivered'`,
  ],
  [
    'I4: attempt',
    `SELECT callback_id || ' number ' || number AS id, at || request || coalesce(answer_status, error) AS text
     FROM callback_attempts WHERE duration_ms IS NOT NULL`,
  ],
  ['I8: event', `SELECT id, type || ' ' || at || ' ' || data AS text FROM events`],
];

/**
 * Checks a sandbox repeatedly for final rows that changed or disappeared. Starts over after a reset or
 * restore.
 */
export class Watch {
  #before: Final = new Map();
  #turns = '';

  /** The changes since the last check, in words. */
  look(sqlite: Sqlite.Database): string[] {
    const now: Final = new Map(finals.flatMap(([what, sql]) => rows(sqlite, what, sql)));
    const turns = turnsOf(sqlite);
    const before = turns === this.#turns ? this.#before : new Map<string, string>();
    this.#before = now;
    this.#turns = turns;
    return [...before].flatMap(([what, text]) =>
      now.get(what) === text ? [] : [`${what} was final as "${text}" and is "${now.get(what) ?? 'gone'}"`],
    );
  }
}

function rows(sqlite: Sqlite.Database, what: string, sql: string): [string, string][] {
  const found = sqlite.prepare<[], { id: number | string; text: string }>(sql).all();
  return found.map(({ id, text }) => [`${what} ${id}`, text]);
}

/** The IDs of all resets and restores. */
function turnsOf(sqlite: Sqlite.Database): string {
  return sqlite
    .prepare<[], number>(`SELECT id FROM events WHERE type IN ('reset', 'snapshot.restored')`)
    .pluck()
    .all()
    .join();
}
