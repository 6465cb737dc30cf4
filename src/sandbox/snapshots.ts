import type { Outbox } from '../callbacks/outbox.ts';
import { realTime, timeOf, usableState } from '../runtime/clock.ts';
import type { InTurn } from '../runtime/in-turn.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Snapshot } from '../store/snapshots.ts';
import { inSlices, type Stopping } from './in-slices.ts';
import { cutOffAttempt, noteClock, type Start, storedClock } from './state.ts';
import { settingsChange, takeStored } from './stored-settings.ts';

/** How changes of the whole state take turns, and what stops them early. */
export interface Turns {
  /** Held while memory and storage change together. */
  readonly inTurn: InTurn;
  readonly stopping: Stopping;
}

/** Saves the current state under a name, replacing any snapshot with that name. */
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

/** Saves the state as of the start. Other work continues in the meantime. */
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
    // Does nothing to a finished snapshot. If this fails, the next start or import discards the unfinished
    // one.
    await store.commit(() => saving.discardUnfinished()).catch(() => undefined);
  }
}

/**
 * Restores the whole state, including the clock, so that nothing has expired in the meantime and pending work
 * is pending again. Anything written while a large snapshot is copied is lost with the old state. False if
 * there is no such snapshot. Without an outbox, nothing is sent, and attempts stay as they are stored.
 */
export async function restoreSnapshot(
  runtime: Runtime,
  outbox: Outbox | undefined,
  start: Start,
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
    return await turns.inTurn.run(() => switched(runtime, outbox, start, snapshot, staged));
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
  outbox: Outbox | undefined,
  start: Start,
  snapshot: Snapshot,
  staged: number | undefined,
): Promise<boolean> {
  const { store, clock, journal, settings, rates, retention } = runtime;
  const change = await settingsChange();
  const restore = () => {
    const savedAt = store.snapshots.restore(snapshot, staged);
    if (savedAt === undefined) return undefined;
    if (outbox) store.callbacks.cutOff(cutOffAttempt);
    // Absent if the clock was never changed.
    const saved = storedClock(runtime) ?? realTime;
    const isFrozen = saved.frozenAt !== null;
    const state = isFrozen ? saved : usableState({ offsetMs: savedAt - Date.now(), frozenAt: null });
    journal.append({ type: 'snapshot.restored', at: timeOf(state), data: { name: snapshot.name } });
    if (clock.frozen !== isFrozen || !isFrozen) noteClock(runtime, state);
    const settingsThen = takeStored(runtime, start, start.named, change, timeOf(state));
    // Last, when only the commit can still fail: if it fails, the old state stays, and so must its running
    // work.
    outbox?.abandon();
    rates.clear();
    retention.abandon();
    return { state, settings: settingsThen };
  };
  const restored = await store.replace(restore, (then) => {
    if (!then) return;
    settings.current = then.settings;
    store.requests.log.forgetStrangers();
    clock.set(then.state);
  });
  return restored !== undefined;
}
