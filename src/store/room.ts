import type Sqlite from 'better-sqlite3';

/** More than one call of the API stores. */
const bytes = 256 * 1024;

/** Fails unless so much can be written. Inside a transaction that is rolled back. */
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
