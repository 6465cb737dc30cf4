import type { AppParts, ImportedSnapshot } from '../http/parts.ts';
import type { InTurn } from '../runtime/in-turn.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { type Beginning, completedPatch } from './state.ts';
import { settingsChange } from './stored-settings.ts';

/** Import and export of snapshots. The format is loaded on first use: its checks would slow every start. */
export function snapshotFiles(runtime: Runtime, beginning: Beginning, inTurn: InTurn) {
  const { store } = runtime;
  let isImporting = false;

  async function exportSnapshot(name: string, withSecrets: boolean): Promise<Generator<string> | undefined> {
    const { snapshotLines } = await import('../snapshot-file/write.ts');
    const settings = await completedPatch(beginning);
    const snapshot = store.snapshots.get(name);
    return snapshot && snapshotLines(runtime, snapshot, { withSecrets, settings });
  }

  async function importSnapshot(file: AsyncIterable<Uint8Array>, name?: string): Promise<ImportedSnapshot> {
    const { SnapshotFileError } = await import('../snapshot-file/error.ts');
    if (isImporting)
      throw new SnapshotFileError('Another snapshot is being imported. Try again when that is done.');
    isImporting = true;
    try {
      return await imported(runtime, beginning, inTurn, file, name);
    } finally {
      isImporting = false;
    }
  }

  return { exportSnapshot, importSnapshot };
}

async function imported(
  { store, journal }: Runtime,
  beginning: Beginning,
  inTurn: InTurn,
  file: AsyncIterable<Uint8Array>,
  otherName: string | undefined,
): Promise<ImportedSnapshot> {
  const [{ stagedSnapshot }, { SnapshotFileError }] = await Promise.all([
    import('../snapshot-file/read.ts'),
    import('../snapshot-file/error.ts'),
  ]);
  await store.commit(() => store.saving.discardUnfinished());
  const settings = await settingsTaken(beginning);
  const { header, finish, discard, release } = await stagedSnapshot(store, file, settings);
  const name = otherName ?? header.name;
  try {
    const finished = await inTurn.run(() =>
      store.commit(() => {
        if (store.snapshots.get(name)) return false;
        finish(name);
        journal.append({ type: 'snapshot.saved', data: { name } });
        return true;
      }),
    );
    if (finished) return { name, counts: header.counts, keysReplaced: header.keys === 'replaced' };
    await discard();
  } finally {
    release();
  }
  throw new SnapshotFileError(
    `There is a snapshot ${name} already. Import it under another name, or remove that one. Nothing was changed.`,
  );
}

/** What to store for the settings of a file: nothing that only the configuration has is added to its tables. */
async function settingsTaken(beginning: Beginning): Promise<(patch: unknown) => unknown> {
  const { patchOfOther } = await settingsChange();
  return (patch) => patchOfOther(patch, beginning.settings);
}

/** Loads the state of a file into a new sandbox. Throws `SnapshotFileError`. */
export async function beginFrom(
  runtime: Runtime,
  { importSnapshot, restoreSnapshot }: Pick<AppParts, 'importSnapshot' | 'restoreSnapshot'>,
  file: AsyncIterable<Uint8Array>,
): Promise<void> {
  if (runtime.store.accounts.all().length > 0) {
    const { SnapshotFileError } = await import('../snapshot-file/error.ts');
    throw new SnapshotFileError(
      'The data file has data of its own, so it cannot start from a snapshot. Name another file with --data, or start without --from and use `gateway-sandbox snapshot import`.',
    );
  }
  const { name } = await importSnapshot(file);
  await restoreSnapshot(name).catch(async (error) => {
    // So that the same file can be started from again.
    await runtime.store.commit(() => runtime.store.snapshots.remove(name)).catch(() => undefined);
    throw error;
  });
}
