import Sqlite from 'better-sqlite3';

/** Called before every statement of every connection of this thread. If it throws, the statement throws. */
type Listener = (connection: Sqlite.Database, sql: string) => void;

const listeners = new Set<Listener>();
let isWatching = false;

/** Calls `listener` before every statement from now on. Returns a function that stops it. */
export function watchStatements(listener: Listener): () => void {
  if (!isWatching) watch();
  isWatching = true;
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The number of statements during some work. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const end = watchStatements(() => {
    count += 1;
  });
  await work();
  end();
  return count;
}

/** The connection that a function reads from, because a store does not expose it. */
export function connectionBehind(read: () => unknown): Sqlite.Database {
  let found: Sqlite.Database | undefined;
  const end = watchStatements((connection) => {
    found ??= connection;
  });
  read();
  end();
  if (!found) throw new Error('nothing was read');
  return found;
}

/** The product cannot make a statement fail, so the library is patched to report each one. */
function watch(): void {
  const probe = new Sqlite(':memory:');
  const prototype = Object.getPrototypeOf(probe.prepare('SELECT 1'));
  probe.close();
  for (const name of ['run', 'get', 'all']) {
    const own = prototype[name];
    prototype[name] = function told(this: Sqlite.Statement, ...values: unknown[]) {
      for (const listener of listeners) listener(this.database, this.source);
      return own.apply(this, values);
    };
  }
}
