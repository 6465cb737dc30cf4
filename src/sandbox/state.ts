import { type AccountSeed, newAccount } from '../accounts/accounts.ts';
import type { Outbox } from '../callbacks/outbox.ts';
import { decides, type Path } from '../input/paths.ts';
import { isoTime } from '../protocol/time.ts';
import { type ClockState, realTime, type SandboxClock, timeOf, usableState } from '../runtime/clock.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { patchOf, type Settings, settingEntries, valueAt } from '../settings/settings.ts';
import { missingTimes } from './report-times.ts';
import { type Configured, settingsChange, storedWith, takeStored } from './stored-settings.ts';

/** What a sandbox starts with and returns to on a reset. `start --watch` changes it. */
export interface Beginning extends Configured {
  settings: Settings;
  own: readonly string[];
  accounts: readonly AccountSeed[];
}

/** The beginning and the paths in the settings that the user named for this start: those override stored values. */
export interface Start extends Beginning {
  readonly named: readonly Path[];
}

/** A function that turns a stored patch into one that has the same result in every sandbox. */
export async function completedPatch({ settings, own }: Beginning): Promise<(stored: unknown) => unknown> {
  const { changedSettings, patchOfWhole, withinLimits } = await settingsChange();
  return (stored) => {
    const patch = withinLimits(stored ?? {});
    return patchOfWhole(changedSettings(settings, patch, own), patch);
  };
}

/** Restores the clock, settings and accounts of a data file. Adds the fixtures if there are no accounts. */
export async function takeUp(runtime: Runtime, start: Start): Promise<void> {
  const { store, clock, settings } = runtime;
  const clockState = storedClock(runtime);
  if (clockState) clock.set(clockState);
  settings.current = await storedSettings(runtime, start);
  if (!store.isInMemory) {
    await store.commit(() => {
      store.saving.discardUnfinished();
      store.callbacks.cutOff(cutOffAttempt);
    });
  }
  if (store.accounts.all().length === 0) await store.commit(() => seed(runtime, start, clock.now()));
}

/** Why an attempt of an earlier run, or of a restored state, has no answer. */
export const cutOffAttempt = 'cut off: the sandbox stopped or restored a snapshot before the answer';

/** Resets everything except the snapshots. */
export async function reset(runtime: Runtime, outbox: Outbox, beginning: Beginning): Promise<void> {
  const { store, clock, journal, settings, rates, retention } = runtime;
  await store.replace(
    () => {
      store.clear();
      const now = timeOf(realTime);
      seed(runtime, beginning, now);
      journal.append({ type: 'reset', at: now });
      // Inside the commit, so that no attempt can end in between and write into the new state.
      outbox.abandon();
      rates.clear();
      retention.abandon();
    },
    () => {
      settings.current = beginning.settings;
      store.requests.log.forgetStrangers();
      clock.set(realTime);
    },
  );
}

/** Changes some settings. If one is wrong, throws `SettingsError` and changes none. */
export async function patchSettings(
  runtime: Runtime,
  beginning: Beginning,
  patch: unknown,
): Promise<Settings> {
  const change = await settingsChange();
  const { changedSettings, mergedPatch, SettingsError } = change;
  const { store, settings, journal } = runtime;
  const taken = await store.commit(() => {
    const merged = storedWith(runtime, patch, change);
    const changed = changedSettings(beginning.settings, merged, beginning.own);
    const why = missingTimes(runtime, changed, settings.current);
    if (why !== undefined) throw new SettingsError(why, 'latency', { name: 'latency: ' });
    store.facts.put('settings', withWholeLimits(merged, changed, mergedPatch));
    journal.append({ type: 'settings.changed', data: { settings: patch } });
    return changed;
  });
  settings.current = taken;
  return taken;
}

/**
 * Stores a limit with all its members, also if a patch had only some of them: the others came from the
 * configuration, where the next start may no longer find them.
 */
function withWholeLimits(
  patch: unknown,
  whole: Settings,
  mergedPatch: (first: unknown, second: unknown) => unknown,
): unknown {
  return settingEntries
    .filter(([name, { usual }]) => usual === null && decides(patch, name.split('.')))
    .reduce((stored, [name]) => mergedPatch(stored, patchOf(name, valueAt(whole, name))), patch);
}

/** Moves the clock and stores its state, so that it survives a restart. `move` gets a copy of the clock. */
export async function moveClock(runtime: Runtime, move: (clock: SandboxClock) => void): Promise<void> {
  const { store, clock } = runtime;
  const before = clock.state;
  const moved = clock.copy();
  move(moved);
  // Queued before the clock moves, so that the log has the move before what becomes due by it.
  const stored = store.commit(() => noteClock(runtime, moved.state));
  clock.set(moved.state);
  try {
    await stored;
  } catch (error) {
    clock.set(before);
    throw error;
  }
}

export function storedClock({ store }: Runtime): ClockState | undefined {
  // Written by `noteClock`.
  const stored = store.facts.get('clock') as ClockState | undefined;
  return stored && usableState(stored);
}

export function noteClock({ store, journal }: Runtime, state: ClockState): void {
  const now = timeOf(state);
  store.facts.put('clock', state);
  journal.append({
    type: 'clock.moved',
    at: now,
    data: { now: isoTime(now), frozen: state.frozenAt !== null },
  });
}

function seed({ store, ids }: Runtime, { accounts }: Beginning, now: number): void {
  for (const account of accounts) store.accounts.insert(newAccount(account, ids, now));
}

async function storedSettings(runtime: Runtime, start: Start): Promise<Settings> {
  const { store } = runtime;
  if (store.facts.get('settings') === undefined) return start.settings;
  const change = await settingsChange();
  return store.commit(() => takeStored(runtime, start, start.named, change));
}
