import { type AccountSeed, newAccount } from './accounts.ts';
import type { Outbox } from './callbacks/outbox.ts';
import { type ClockState, isoTime, realTime } from './clock.ts';
import type { Runtime } from './runtime.ts';
import type { Settings } from './settings.ts';

/** What a sandbox begins with and returns to at a reset. */
export interface Beginning {
  readonly settings: Settings;
  readonly accounts: readonly AccountSeed[];
}

/** Takes up what a data file holds: the clock, the settings that were changed, the accounts; fixtures where there are none. */
export async function takeUp(runtime: Runtime, beginning: Beginning): Promise<void> {
  const { store, clock, settings } = runtime;
  // Written by ourselves, in `clockMoved`.
  const clockState = store.facts.get('clock') as ClockState | undefined;
  if (clockState) clock.set(clockState);
  settings.current = await storedSettings(runtime, beginning);
  if (store.accounts.all().length === 0) await store.commit(() => seed(runtime, beginning));
}

/** Back to the beginning: everything is dropped but the snapshots. */
export async function reset(runtime: Runtime, outbox: Outbox, beginning: Beginning): Promise<void> {
  const { store, clock, journal, settings, rates } = runtime;
  await store.commit(() => {
    // Inside the commit: no attempt can end between the two and write into the new state.
    outbox.abandon();
    rates.clear();
    store.clear();
    seed(runtime, beginning);
    journal.append({ type: 'reset' });
    settings.current = beginning.settings;
  });
  clock.set(realTime);
}

/** Changes some settings; throws `SettingsError` and changes nothing when one of them is wrong. */
export async function patchSettings(
  runtime: Runtime,
  beginning: Beginning,
  patch: unknown,
): Promise<Settings> {
  const { changedSettings, mergedPatch } = await settingsChange();
  const { store, settings, journal } = runtime;
  return store.commit(() => {
    const whole = mergedPatch(store.facts.get('settings') ?? {}, patch);
    const changed = changedSettings(beginning.settings, whole);
    store.facts.put('settings', whole);
    journal.append({ type: 'settings.changed', data: { settings: patch } });
    settings.current = changed;
    return changed;
  });
}

/** Keeps the clock's state over a restart, and settles when all that became due is done. */
export async function clockMoved({ store, clock, alarms, journal }: Runtime): Promise<void> {
  await store.commit(() => {
    store.facts.put('clock', clock.state);
    journal.append({ type: 'clock.moved', data: { now: isoTime(clock.now()), frozen: clock.frozen } });
  });
  await alarms.idle();
}

/** Keeps everything as it is under a name; one of that name is replaced. */
export async function saveSnapshot({ store, clock, journal }: Runtime, name: string): Promise<void> {
  await store.commit(() => {
    store.snapshots.save(name, clock.now());
    journal.append({ type: 'snapshot.saved', data: { name } });
  });
}

/**
 * Brings everything back as it was, the clock too, so that nothing has expired meanwhile and what was pending is pending. False when
 * there is no snapshot of that name.
 */
export async function restoreSnapshot(
  runtime: Runtime,
  outbox: Outbox,
  beginning: Beginning,
  name: string,
): Promise<boolean> {
  const { store, clock, journal, settings, rates } = runtime;
  const { frozen } = clock;
  const savedAt = await store.commit(() => {
    const at = store.snapshots.restore(name);
    if (at === undefined) return undefined;
    outbox.abandon();
    rates.clear();
    journal.append({ type: 'snapshot.restored', data: { name } });
    return at;
  });
  if (savedAt === undefined) return false;
  settings.current = await storedSettings(runtime, beginning);
  // Written by ourselves; absent when the clock had never been moved.
  const saved = (store.facts.get('clock') as ClockState | undefined) ?? realTime;
  clock.set(saved.frozenAt === null ? { offsetMs: savedAt - Date.now(), frozenAt: null } : saved);
  if (frozen !== clock.frozen || saved.frozenAt === null) await clockMoved(runtime);
  return true;
}

function seed({ store, ids, clock }: Runtime, { accounts }: Beginning): void {
  for (const account of accounts) store.accounts.insert(newAccount(account, ids, clock.now()));
}

async function storedSettings({ store }: Runtime, beginning: Beginning): Promise<Settings> {
  const patch = store.facts.get('settings');
  if (patch === undefined) return beginning.settings;
  return (await settingsChange()).changedSettings(beginning.settings, patch);
}

/** Validation costs start time, and most starts change nothing. */
function settingsChange() {
  return import('./settings-change.ts');
}
