import type Sqlite from 'better-sqlite3';
import { copyOf } from './snapshot-names.ts';
import { columnInfo } from './table-columns.ts';

interface Numbered {
  readonly id: number;
}

/**
 * The fact of a restored state whose first events came with a file: they have the ids from the one after
 * `after` up to `last`. A reader that stopped at `after` or before has never heard of them.
 */
export const foreignEvents = 'foreign_events';

/** The same fact in an imported snapshot, whose events still have the ids of the file. */
const eventsToMove = 'events_to_move';

/**
 * Reserves ids for the events of an imported snapshot, inside a commit: a file comes with ids that belong to
 * other events here. One more id stays unused, so that nothing in the file is as late as `last`.
 */
export function reserveEventIds(sqlite: Sqlite.Database, of: Numbered): void {
  const given = sqlite.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'events'`);
  const after = given.pluck().get() ?? 0;
  const most = sqlite.prepare<[], number>(`SELECT coalesce(max(id), 0) FROM ${copyOf(of, 'events')}`);
  const last = after + Number(most.pluck().get()) + 1;
  if (after > 0)
    sqlite
      .prepare(`INSERT INTO ${copyOf(of, 'facts')} (name, value) VALUES (?, ?)`)
      .run(eventsToMove, JSON.stringify({ after, last }));
  sqlite.exec(`DELETE FROM sqlite_sequence WHERE name = 'events';
    INSERT INTO sqlite_sequence (name, seq) VALUES ('events', ${last})`);
}

/** What a restore selects for a column, where that is not the column itself. */
const moved: Readonly<Record<string, (by: number) => string>> = {
  'events.id': (by) => `id + ${by}`,
  'requests.after_event': (by) => `after_event + ${by}`,
  'facts.name': () => `iif(name = '${eventsToMove}', '${foreignEvents}', name)`,
  'facts.value': (by) => `iif(name = 'dropped_events', value + ${by}, value)`,
};

/** The SQL that copies a table's rows out of a snapshot, without its WHERE. Older snapshots may lack columns. */
export function copyingBack(sqlite: Sqlite.Database, of: Numbered, table: string, into = table): string {
  const by = distanceOf(sqlite, of);
  const names = columnInfo(sqlite, copyOf(of, table)).map(({ name }) => name);
  const values = names.map((name) => (by > 0 && moved[`${table}.${name}`]?.(by)) || `"${name}"`);
  const columns = names.map((name) => `"${name}"`);
  return `INSERT INTO ${into} (${columns.join()}) SELECT ${values.join()} FROM ${copyOf(of, table)}`;
}

/** By how much the ids of a snapshot's events are moved. 0 for one that was saved here. */
function distanceOf(sqlite: Sqlite.Database, of: Numbered): number {
  const after = sqlite.prepare<[string], number>(
    `SELECT json_extract(value, '$.after') FROM ${copyOf(of, 'facts')} WHERE name = ?`,
  );
  return after.pluck().get(eventsToMove) ?? 0;
}
