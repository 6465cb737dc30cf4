import type Sqlite from 'better-sqlite3';

/** More than one API call stores. */
const bytes = 256 * 1024;

/** Throws unless this much can be written. Call it inside a transaction that is rolled back. */
export function takeRoom(sqlite: Sqlite.Database): void {
  const pages = Number(sqlite.pragma('cache_size', { simple: true }));
  // Pages that do not fit into the cache are written before the commit.
  sqlite.pragma('cache_size = 10');
  try {
    sqlite.exec(`INSERT INTO facts VALUES ('room', hex(zeroblob(${bytes / 2})))`);
  } finally {
    sqlite.pragma(`cache_size = ${pages}`);
  }
}
