import type { Orm } from './database.ts';

/** Keeps the last result until a row of any table changes, because a page is often read many times in between. */
export function untilChanged<Value>(orm: Orm): (key: string, compute: () => Value) => Value {
  const changes = changesOf(orm);
  let kept: { readonly key: string; readonly value: Value } | undefined;
  return (key, compute) => {
    const now = `${changes()} ${key}`;
    if (kept?.key !== now) kept = { key: now, value: compute() };
    return kept.value;
  };
}

/** How many rows of any table were ever changed. SQLite itself counts, for every statement of this connection. */
export function changesOf({ $client }: Orm): () => number {
  const statement = $client.prepare<[], number>('SELECT total_changes()').pluck();
  return () => statement.get() ?? 0;
}
