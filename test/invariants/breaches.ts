import type Sqlite from 'better-sqlite3';
import { owedBreaches } from './owed.ts';
import { replayBreaches } from './replay-breaches.ts';
import { rowRules } from './rows.ts';
import { signatureBreaches } from './signatures.ts';
import { StoredEvents } from './stored-events.ts';

/**
 * Everything that a sandbox's database must never show ("Invariants" in
 * docs/contributing/reliability-log.md). Each text starts with the invariant's number. Empty for a sound
 * database. Only reads, and shares no code with the product.
 */
export function breaches(sqlite: Sqlite.Database): string[] {
  const events = new StoredEvents(sqlite);
  return [
    ...rowRules.flatMap(({ says, sql }) => texts(sqlite, sql).map((which) => `${says}: ${which}`)),
    ...owedBreaches(sqlite, events),
    ...signatureBreaches(sqlite, events),
    ...replayBreaches(sqlite, events),
  ];
}

function texts(sqlite: Sqlite.Database, sql: string): string[] {
  return sqlite.prepare<[], string | number>(sql).pluck().all().map(String);
}
