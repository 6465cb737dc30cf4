import { type AccountSeed, newAccount } from '../accounts/accounts.ts';
import type { Outbox } from '../callbacks/outbox.ts';
import { isoTime } from '../protocol/time.ts';
import { type ClockState, realTime, usableState } from '../runtime/clock.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Settings } from '../settings/settings.ts';

/** What a sandbox begins with and returns to at a reset. `start --watch` changes it. */
export interface Beginning {
  settings: Settings;
  accounts: readonly AccountSeed[];
}

/** All settings as a patch that the store holds has them. */
export async function settingsOf({ settings }: Beginning): Promise<(stored: unknown) => Settings> {
  const { changedSettings, withinLimits } = await settingsChange();
  return (stored) => changedSettings(settings, withinLimits(stored ?? {}));
}

/** Takes up what a data file holds: the clock, the settings that were changed, the accounts; fixtures where there are none. */
export async function takeUp(runtime: Runtime, beginning: Beginning): Promise<void> {
  const { store, clock, settings } = runtime;
  const clockState = storedClock(runtime);
  if (clockState) clock.set(clockState);
  settings.current = await storedSettings(runtime, beginning);
  if (!store.isInMemory) await store.commit(() => store.saving.discardUnfinished());
  if (store.accounts.all().length === 0) await store.commit(() => seed(runtime, beginning));
}

/** Back to the beginning: everything is dropped but the snapshots. */
export async function reset(runtime: Runtime, outbox: Outbox, beginning: Beginning): Promise<void> {
  const { store, clock, journal, settings, rates, retention } = runtime;
  await store.commit(() => {
    store.clear();
    seed(runtime, beginning);
    journal.append({ type: 'reset' });
    // Inside the commit: no attempt can end between the two and write into the new state.
    outbox.abandon();
    rates.clear();
    retention.abandon();
  });
  // What is held beside the store follows it: a commit that fails changes neither.
  settings.current = beginning.settings;
  store.requests.log.forgetStrangers();
  clock.set(realTime);
}

/** Changes some settings; throws `SettingsError` and changes nothing when one of them is wrong. */
export async function patchSettings(
  runtime: Runtime,
  beginning: Beginning,
  patch: unknown,
): Promise<Settings> {
  const { changedSettings, mergedPatch, withinLimits } = await settingsChange();
  const { store, settings, journal } = runtime;
  const taken = await store.commit(() => {
    const merged = mergedPatch(withinLimits(store.facts.get('settings') ?? {}), patch);
    const changed = changedSettings(beginning.settings, merged);
    store.facts.put('settings', merged);
    journal.append({ type: 'settings.changed', data: { settings: patch } });
    return changed;
  });
  settings.current = taken;
  return taken;
}

/** Moves the clock and keeps its state over a restart. */
export async function moveClock(runtime: Runtime, move: () => void): Promise<void> {
  const { store, clock } = runtime;
  const before = clock.state;
  move();
  try {
    await store.commit(() => noteClock(runtime, clock.state));
  } catch (error) {
    clock.set(before);
    throw error;
  }
}

export function storedClock({ store }: Runtime): ClockState | undefined {
  // Written by ourselves, in `noteClock`.
  const stored = store.facts.get('clock') as ClockState | undefined;
  return stored && usableState(stored);
}

export function noteClock({ store, journal }: Runtime, state: ClockState): void {
  const now = state.frozenAt ?? Date.now() + state.offsetMs;
  store.facts.put('clock', state);
  journal.append({ type: 'clock.moved', data: { now: isoTime(now), frozen: state.frozenAt !== null } });
}

function seed({ store, ids, clock }: Runtime, { accounts }: Beginning): void {
  for (const account of accounts) store.accounts.insert(newAccount(account, ids, clock.now()));
}

async function storedSettings({ store }: Runtime, beginning: Beginning): Promise<Settings> {
  const patch = store.facts.get('settings');
  if (patch === undefined) return beginning.settings;
  return (await settingsOf(beginning))(patch);
}

/** Validation costs start time, and most starts change nothing. */
function settingsChange() {
  return import('../settings/settings-change.ts');
}
