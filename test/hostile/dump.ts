import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import type { TestSandbox } from '../support/sandbox.ts';

/** All rows of all tables, by table name. */
export type Dump = Readonly<Record<string, readonly unknown[]>>;

/** Reads a sandbox's whole database on each call. Skips the tables in `without`. */
export function dumper(sandbox: TestSandbox, without: readonly string[] = []): () => Dump {
  const connection = sandboxConnection(sandbox);
  return () => {
    const tables = connection
      .prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`)
      .pluck()
      .all();
    const kept = tables.filter((table) => !without.includes(table));
    return Object.fromEntries(
      kept.map((table) => [table, connection.prepare(`SELECT * FROM "${table}"`).raw().all()]),
    );
  };
}
