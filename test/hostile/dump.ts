import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import type { TestSandbox } from '../support/sandbox.ts';

/** Every row of every table, by the table's name. */
export type Dump = Readonly<Record<string, readonly unknown[]>>;

/** Reads the whole database of a sandbox, whenever it is called. Tables of `without` are left out. */
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
