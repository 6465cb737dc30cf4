import type { StoredRow } from '../store/snapshot-rows.ts';
import type { Snapshot } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';

const pageRows = 100;

/** All rows of a table in a snapshot, a page at a time: between two of them anything may happen to the snapshot. */
export function* rowsOf({ snapshotRows }: Store, snapshot: Snapshot, table: string): Generator<StoredRow> {
  for (let after = -1; ; ) {
    const page = snapshotRows.page(snapshot, table, after, pageRows);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageRows) return;
    after = last.place;
  }
}
