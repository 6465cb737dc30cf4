import { isDeepStrictEqual } from 'node:util';
import type { Runtime } from '../runtime/runtime.ts';
import {
  defaultOf,
  differsByProfile,
  isProfile,
  patchOf,
  type Settings,
  settingEntries,
  valueAt,
} from '../settings/settings.ts';

type SettingsChange = typeof import('../settings/settings-change.ts');

/** Loaded on demand: validation slows down startup, and most starts do not need it. */
export function settingsChange(): Promise<SettingsChange> {
  return import('../settings/settings-change.ts');
}

const settingNames = settingEntries.map(([name]) => name);

/** The settings whose values differ. */
export function differingNames(
  one: Settings,
  other: Settings,
  names: readonly string[] = settingNames,
): readonly string[] {
  return names.filter((name) => !isDeepStrictEqual(valueAt(one, name), valueAt(other, name)));
}

/**
 * Takes up the stored settings, except that the configuration's value counts for those `named`. Returns the
 * settings in effect. Must run inside a commit.
 */
export function takeStored(
  runtime: Runtime,
  configured: Settings,
  named: readonly string[],
  change: SettingsChange,
): Settings {
  const stored = storedPatch(runtime, change);
  const whole = change.changedSettings(configured, stored);
  const overridden = differingNames(whole, configured, withItsDefaults(named, configured, stored));
  return overridden.length === 0 ? whole : takeConfigured(runtime, configured, overridden, change);
}

/** Puts the configuration's values of these settings in place of the stored ones. Must run inside a commit. */
export function takeConfigured(
  runtime: Runtime,
  configured: Settings,
  names: readonly string[],
  change: SettingsChange,
): Settings {
  const { changedSettings, mergedPatch } = change;
  const patchOfAll = (values: Settings, of: readonly string[]) =>
    of.map((name) => patchOf(name, valueAt(values, name))).reduce(mergedPatch, {});
  const stored = storedPatch(runtime, change);
  const others = settingNames.filter((name) => valueAt(stored, name) !== undefined && !names.includes(name));
  const kept = patchOfAll(stored, others);
  // A stored profile brings its own defaults, unless they are stored as well.
  const hidden = differingNames(changedSettings(configured, kept), configured, names);
  const patch = mergedPatch(kept, patchOfAll(configured, hidden));
  if (names.length > 0) {
    runtime.store.facts.put('settings', patch);
    const settings = patchOfAll(configured, names);
    runtime.journal.append({ type: 'settings.changed', data: { settings } });
  }
  return changedSettings(configured, patch);
}

function storedPatch({ store }: Runtime, { withinLimits }: SettingsChange): Settings {
  // The cast: it has only some of the settings, and the schema accepted them when they were stored.
  return withinLimits(store.facts.get('settings') ?? {}) as Settings;
}

/** A snapshot file stores all settings. With a new profile, those with the old one's default change. */
function withItsDefaults(
  named: readonly string[],
  { profile }: Settings,
  stored: Settings,
): readonly string[] {
  const before: unknown = stored.profile;
  if (!named.includes('profile') || !isProfile(before) || before === profile) return named;
  const defaults = settingEntries
    .filter(([, each]) => differsByProfile(each))
    .filter(([name, each]) => isDeepStrictEqual(valueAt(stored, name), defaultOf(each, before)));
  return [...new Set([...named, ...defaults.map(([name]) => name)])];
}
