import type { Orm } from './database.ts';

/** Keeps the last result until a row of any table changes, because a page is often read many times in between. */
export function untilChanged<Value>(orm: Orm): (key: string, compute: () => Value) => Value {
  // Counted by SQLite itself, for every statement of this connection.
  const changes = orm.$client.prepare('SELECT total_changes()').pluck();
  let kept: { readonly key: string; readonly value: Value } | undefined;
  return (key, compute) => {
    const now = `${changes.get()} ${key}`;
    if (kept?.key !== now) kept = { key: now, value: compute() };
    return kept.value;
  };
}
