import type { StoredRow } from '../store/snapshot-rows.ts';
import type { Snapshot } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';

const pageRows = 100;

/** All rows of a table in a snapshot, read page by page. */
export function* rowsOf({ snapshotRows }: Store, snapshot: Snapshot, table: string): Generator<StoredRow> {
  const pageBehind = snapshotRows.pages(snapshot, table);
  for (let after = -1; ; ) {
    const page = pageBehind(after, pageRows);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageRows) return;
    after = last.place;
  }
}

/** How many rows a table has in a snapshot. Yields between pages. */
export function* countOf({ snapshotRows }: Store, snapshot: Snapshot, table: string): Generator<'', number> {
  let all = 0;
  for (let after: number | null = -1; after !== null; ) {
    const { count, last } = snapshotRows.countPage(snapshot, table, after);
    all += count;
    after = last;
    yield '';
  }
  return all;
}
