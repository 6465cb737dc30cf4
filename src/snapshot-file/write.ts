import { printableJson } from '../host/printable.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Snapshot } from '../store/snapshots.ts';
import { factLines } from './facts.ts';
import { newHeader } from './header.ts';
import { includedKeys, type Keys, replacedKeys } from './keys.ts';
import { recordKinds } from './records.ts';
import { countOf, rowsOf } from './rows.ts';

export interface ExportOptions {
  /** Whether the file includes the keys of accounts. */
  readonly withSecrets: boolean;
  /** Completes the snapshot's stored settings, because another sandbox may have other defaults. */
  readonly settings: (stored: unknown) => unknown;
}

/**
 * The lines of a snapshot file. They are read while the sandbox keeps running, also from a snapshot that is
 * removed meanwhile. Equal snapshots have equal lines, except for the export time in the first one. An empty
 * text means that other work may run now. Read them to the end, or call `return`.
 */
export function snapshotLines(
  runtime: Pick<Runtime, 'store' | 'token'>,
  snapshot: Snapshot,
  options: ExportOptions,
): Generator<string> {
  const lines = keptLines(runtime, snapshot, options);
  // Keeps the rows from now on.
  lines.next();
  return lines;
}

function* keptLines(
  runtime: Pick<Runtime, 'store' | 'token'>,
  snapshot: Snapshot,
  options: ExportOptions,
): Generator<string> {
  const leave = runtime.store.snapshotRows.keep(snapshot);
  try {
    yield '';
    yield* allLines(runtime, snapshot, options);
  } finally {
    leave();
  }
}

function* allLines(
  { store, token }: Pick<Runtime, 'store' | 'token'>,
  snapshot: Snapshot,
  { withSecrets, settings }: ExportOptions,
): Generator<string> {
  const keys = withSecrets ? includedKeys : replacedKeys(store, snapshot, token);
  const facts = factLines(store, snapshot, settings);
  const lastIds = store.snapshotRows.lastIds(snapshot).filter(({ name }) => name !== 'snapshots');
  const counts: Record<string, number> = {};
  for (const [kind, { table }] of Object.entries(recordKinds))
    counts[kind] = yield* countOf(store, snapshot, table);
  Object.assign(counts, { fact: facts.length, last_id: lastIds.length });
  const { name, savedAt: saved_at } = snapshot;
  yield lineOf(newHeader({ name, saved_at, keys: withSecrets ? 'included' : 'replaced', counts }));
  for (const fact of facts) yield lineOf({ record: 'fact', ...fact });
  for (const { name: table, seq: id } of lastIds) yield lineOf({ record: 'last_id', table, id });
  for (const kind of Object.keys(recordKinds)) yield* rowLines(kind, keys);

  function* rowLines(kind: string, { mask, replaced }: Keys): Generator<string> {
    const { table, columns } = recordKinds[kind] ?? { table: '', columns: {} };
    for (const row of rowsOf(store, snapshot, table)) {
      const given = replaced(kind, row);
      const members = Object.entries(columns).map(([name, { toFile }]) => [name, toFile(given[name], mask)]);
      yield lineOf({ record: kind, ...Object.fromEntries(members) });
    }
  }
}

function lineOf(value: object): string {
  return `${printableJson(JSON.stringify(value))}\n`;
}
