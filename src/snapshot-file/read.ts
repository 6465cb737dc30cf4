import { errorCode } from '../host/errors.ts';
import type { Snapshot } from '../store/snapshots.ts';
import type { Store } from '../store/store.ts';
import { atLine, SnapshotFileError } from './error.ts';
import { type Header, readHeader } from './header.ts';
import { linesOf } from './lines.ts';
import { type FileRow, rowOf, type TakenSettings } from './row.ts';

/** A validated file whose rows are stored. Its snapshot stays hidden until `finish`. */
export interface Staged {
  readonly header: Header;
  /** Makes the snapshot visible. Call it inside a commit. */
  readonly finish: (name: string) => void;
  readonly discard: () => Promise<void>;
  /** Call it after the commit of `finish` or `discard`. */
  readonly release: () => void;
}

const batchRows = 500;
const batchBytes = 1024 * 1024;

/**
 * Checks and stores a file line by line, while the sandbox keeps answering requests. Throws
 * `SnapshotFileError` and then leaves nothing behind.
 */
export async function stagedSnapshot(
  store: Store,
  chunks: AsyncIterable<Uint8Array>,
  settings: TakenSettings,
): Promise<Staged> {
  const id = await store.commit(() => store.snapshotRows.begin());
  const discard = () => store.commit(() => store.snapshotRows.discard(id));
  const release = () => store.snapshotRows.release(id);
  try {
    const header = await storeLines(store, id, chunks, settings);
    const finish = (name: string) => store.snapshotRows.finish(id, name, header.saved_at);
    return { header, finish, discard, release };
  } catch (error) {
    // The next import or start removes what the storage cannot remove now.
    await discard().catch(() => undefined);
    release();
    throw error;
  }
}

async function storeLines(
  store: Store,
  id: Snapshot['id'],
  chunks: AsyncIterable<Uint8Array>,
  settings: TakenSettings,
): Promise<Header> {
  let header: Header | undefined;
  let last = 0;
  let batch: FileRow[] = [];
  let bytes = 0;
  const counts = new Map<string, number>();
  const accounts = new Set<unknown>();
  const flush = async () => {
    const rows = batch;
    [batch, bytes] = [[], 0];
    if (rows.length > 0) await store.commit(() => insert(store, id, rows));
  };
  for await (const line of linesOf(chunks)) {
    last = line.number;
    if (header === undefined) {
      header = readHeader(line.value);
      continue;
    }
    const row = rowOf(line, settings);
    counts.set(row.kind, (counts.get(row.kind) ?? 0) + 1);
    if ((counts.get(row.kind) ?? 0) > (header.counts[row.kind] ?? 0))
      throw atLine(line.number, `is one ${row.kind} more than line 1 counts`);
    refuseStrayAccount(row, accounts);
    batch.push(row);
    bytes += line.bytes;
    if (batch.length >= batchRows || bytes >= batchBytes) await flush();
  }
  await flush();
  if (header === undefined)
    throw new SnapshotFileError('The snapshot cannot be imported: it is empty. Nothing was changed.');
  for (const [kind, count] of Object.entries(header.counts))
    if ((counts.get(kind) ?? 0) < count)
      throw atLine(last, `is the last one, and line 1 counts ${count} of ${kind}: the file is cut off`);
  return header;
}

/** Most tables have no foreign key for this. */
function refuseStrayAccount({ line, kind, row }: FileRow, accounts: Set<unknown>): void {
  if (kind === 'account') accounts.add(row.id);
  const id = row.account_id ?? undefined;
  if (id !== undefined && !accounts.has(id))
    throw atLine(line, `is a ${kind} of the account ${String(id)}, which is not in the lines before it`);
}

function insert({ snapshotRows }: Store, id: number, rows: readonly FileRow[]): void {
  for (const { line, kind, table, row } of rows) {
    try {
      snapshotRows.insert(id, table, row);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY')
        throw atLine(line, `is a ${kind} of something that is not in the lines before it`);
      if (code.startsWith('SQLITE_CONSTRAINT'))
        throw atLine(line, `is a ${kind} that an earlier line has already`);
      throw error;
    }
  }
}
