import { createHash } from 'node:crypto';
import type { OpenStory, Stories } from '../http/parts.ts';
import { InTurn } from '../runtime/in-turn.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { defaultSettings } from '../settings/settings.ts';
import { newRuntime, type RuntimeOptions } from './new-runtime.ts';
import { beginFrom, snapshotFiles } from './snapshot-files.ts';
import { restoreSnapshot } from './snapshots.ts';
import type { Start } from './state.ts';

/** The most payments open at once, since each one is held in memory. */
const mostOpen = 20;

/**
 * Imported payments. Each has a sandbox of its own in memory, which is frozen and sends nothing, so its ids
 * can't collide with others and it never changes.
 */
export function openStories(options: RuntimeOptions): Stories & { readonly end: () => void } {
  const open = new Map<string, OpenStory>();
  return {
    list: () => [...open.values()],
    get: (id) => open.get(id),
    open: async (text) => {
      const { plainText, readStory } = await import('../snapshot-file/story.ts');
      const file = readStory(text);
      // An open page never leads to another payment, also after a restart.
      const id = createHash('sha256').update(plainText(file)).digest('hex').slice(0, 12);
      const same = open.get(id);
      if (same) return same;
      const runtime = await runtimeOf(options, file);
      const {
        transaction_id: transactionId,
        exported_at: exportedAt,
        product_version: productVersion,
      } = file;
      const story = {
        id,
        transactionId: Number(transactionId),
        exportedAt,
        productVersion,
        runtime,
      };
      open.set(story.id, story);
      const [oldest] = open.values();
      if (open.size > mostOpen && oldest) close(open, oldest);
      return story;
    },
    end: () => {
      for (const each of open.values()) close(open, each);
    },
  };
}

async function runtimeOf(
  options: RuntimeOptions,
  file: import('../snapshot-file/story.ts').StoryFile,
): Promise<Runtime> {
  const [{ snapshotOf, inStoryWords, missing }, { SnapshotFileError }] = await Promise.all([
    import('../snapshot-file/story.ts'),
    import('../snapshot-file/error.ts'),
  ]);
  const start: Start = { settings: defaultSettings('observed'), accounts: [], own: [], named: [] };
  const runtime = newRuntime({ ...options, data: undefined }, start.settings);
  const inTurn = new InTurn();
  try {
    await beginFrom(
      runtime,
      {
        ...snapshotFiles(runtime, start, inTurn),
        restoreSnapshot: (name) =>
          // Without an outbox, so it sends nothing.
          restoreSnapshot(runtime, undefined, start, name, { inTurn, stopping: () => false }),
      },
      snapshotOf(file),
    ).catch((error) => {
      throw error instanceof SnapshotFileError ? inStoryWords(error) : error;
    });
    if (!runtime.store.transactions.get(Number(file.transaction_id))) throw missing(file);
    return runtime;
  } catch (error) {
    endRuntime(runtime);
    throw error;
  }
}

function close(open: Map<string, OpenStory>, { id, runtime }: OpenStory): void {
  open.delete(id);
  endRuntime(runtime);
}

function endRuntime({ journal, alarms, retention, store }: Runtime): void {
  journal.waits.stop();
  alarms.stop();
  retention.stop();
  store.close();
}
