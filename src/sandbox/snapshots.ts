import type { Outbox } from '../callbacks/outbox.ts';
import { realTime, usableState } from '../runtime/clock.ts';
import type { InTurn } from '../runtime/in-turn.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Snapshot } from '../store/snapshots.ts';
import { inSlices, type Stopping } from './in-slices.ts';
import { type Beginning, noteClock, settingsOf, storedClock } from './state.ts';

/** What a change of the whole state waits for, and what ends it early. */
export interface Turns {
  /** For the moments in which what is in memory changes with what is stored. */
  readonly inTurn: InTurn;
  readonly stopping: Stopping;
}

/** Keeps everything as it is under a name; one of that name is replaced. */
export async function saveSnapshot(runtime: Runtime, name: string, turns: Turns): Promise<void> {
  const { store, clock, journal } = runtime;
  const isSaved = await turns.inTurn.run(() =>
    store.commit(() => {
      if (!store.isSmall()) return false;
      store.snapshots.save(name, clock.now());
      journal.append({ type: 'snapshot.saved', data: { name } });
      return true;
    }),
  );
  if (!isSaved) await saveInSlices(runtime, name, turns);
}

/** Takes the moment at which it begins; everybody else goes on meanwhile. */
async function saveInSlices(
  { store, clock, journal }: Runtime,
  name: string,
  { inTurn, stopping }: Turns,
): Promise<void> {
  const { saving, snapshots } = store;
  saving.prepare();
  const id = await inTurn.run(() => store.commit(() => saving.begin(clock.now())));
  try {
    await inSlices(store, stopping, true, () => saving.copy(id) || undefined);
    await store.commit(() => {
      snapshots.remove(name);
      saving.finish(id, name);
      journal.append({ type: 'snapshot.saved', data: { name } });
    });
  } finally {
    saving.end(id);
    // Nothing to do where it is finished. What cannot be stored now is discarded at the next start or import.
    await store.commit(() => saving.discardUnfinished()).catch(() => undefined);
  }
}

/**
 * Brings everything back as it was, the clock too, so that nothing has expired meanwhile and what was pending is pending. What is written
 * while a large snapshot is copied is lost with the old state. False when there is no snapshot of that name.
 */
export async function restoreSnapshot(
  runtime: Runtime,
  outbox: Outbox,
  beginning: Beginning,
  name: string,
  turns: Turns,
): Promise<boolean> {
  const { store } = runtime;
  const snapshot = store.snapshots.get(name);
  if (!snapshot) return false;
  const staged = store.snapshots.isSmall(snapshot)
    ? undefined
    : await store.commit(() => store.staged.begin());
  try {
    if (staged !== undefined) await filled(runtime, snapshot, staged, turns);
    return await turns.inTurn.run(() => switched(runtime, outbox, beginning, snapshot, staged));
  } finally {
    if (staged !== undefined) store.staged.release(staged);
  }
}

async function filled(
  { store }: Runtime,
  snapshot: Snapshot,
  staged: number,
  { stopping }: Turns,
): Promise<void> {
  const { id, name } = snapshot;
  await inSlices(store, stopping, store.staged.start, (place) =>
    store.snapshots.get(name)?.id === id ? store.staged.fill(staged, snapshot, place) : undefined,
  );
}

async function switched(
  runtime: Runtime,
  outbox: Outbox,
  beginning: Beginning,
  snapshot: Snapshot,
  staged: number | undefined,
): Promise<boolean> {
  const { store, clock, journal, settings, rates, retention } = runtime;
  const settingsFrom = await settingsOf(beginning);
  const restored = await store.commit(() => {
    const savedAt = store.snapshots.restore(snapshot, staged);
    if (savedAt === undefined) return undefined;
    journal.append({ type: 'snapshot.restored', data: { name: snapshot.name } });
    // Absent when the clock had never been moved.
    const saved = storedClock(runtime) ?? realTime;
    const isFrozen = saved.frozenAt !== null;
    const state = isFrozen ? saved : usableState({ offsetMs: savedAt - Date.now(), frozenAt: null });
    if (clock.frozen !== isFrozen || !isFrozen) noteClock(runtime, state);
    const settingsThen = settingsFrom(store.facts.get('settings'));
    // Last, when nothing but the commit itself can fail: what is under way belongs to what is still there.
    outbox.abandon();
    rates.clear();
    retention.abandon();
    return { state, settings: settingsThen };
  });
  if (!restored) return false;
  settings.current = restored.settings;
  store.requests.log.forgetStrangers();
  clock.set(restored.state);
  return true;
}
