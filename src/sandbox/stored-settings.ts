import { isDeepStrictEqual } from 'node:util';
import { decides, type Path, treeWith, withoutPath } from '../input/paths.ts';
import { valueAt as at } from '../input/value-at.ts';
import type { Runtime } from '../runtime/runtime.ts';
import {
  defaultOf,
  differsByProfile,
  isProfile,
  type Profile,
  type Settings,
  settingEntries,
  valueAt,
} from '../settings/settings.ts';

type SettingsChange = typeof import('../settings/settings-change.ts');

/** Loaded on demand: validation slows down startup, and most starts do not need it. */
export function settingsChange(): Promise<SettingsChange> {
  return import('../settings/settings-change.ts');
}

/** The settings of the configuration, and the names of those that it gives a value: no profile changes them. */
export interface Configured {
  readonly settings: Settings;
  readonly own: readonly string[];
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
 * Takes up the stored settings, except that the configuration's values count at the `named` paths. Returns the
 * settings in effect. Must run inside a commit. Throws `SettingsError` if the rest does not fit. `at` is the time
 * of the change if the clock is about to change, too.
 */
export function takeStored(
  runtime: Runtime,
  configured: Configured,
  named: readonly Path[],
  change: SettingsChange,
  at = runtime.clock.now(),
): Settings {
  const stored = storedPatch(runtime, change);
  const paths = withItsDefaults(named, configured.settings, stored);
  const patch = replaced(stored, configured, paths, change);
  if (!isDeepStrictEqual(patch, stored)) {
    const overridden = paths.filter((path) => decides(stored, path) || decides(patch, path));
    put(runtime, patch, patchOfAll(configured.settings, overridden, change), at);
  }
  return change.changedSettings(configured.settings, patch, configured.own);
}

/** Puts the configuration's values of these settings in place of the stored ones. Must run inside a commit. */
export function takeConfigured(
  runtime: Runtime,
  configured: Configured,
  names: readonly string[],
  change: SettingsChange,
): Settings {
  const paths = names.map((name) => name.split('.'));
  const patch = replaced(storedPatch(runtime, change), configured, paths, change);
  if (names.length > 0)
    put(runtime, patch, patchOfAll(configured.settings, paths, change), runtime.clock.now());
  return change.changedSettings(configured.settings, patch, configured.own);
}

/** The stored patch with another one merged in, whose profile brings its own defaults. */
export function storedWith(runtime: Runtime, patch: unknown, change: SettingsChange): unknown {
  const stored = storedPatch(runtime, change);
  const profile = at(patch, ['profile']);
  const paths = isProfile(profile) ? outdated(stored, runtime.settings.current.profile, profile) : [];
  return change.mergedPatch(paths.reduce<unknown>(withoutPath, stored) ?? {}, patch);
}

/** The stored patch under which the configuration's values at these paths are in effect. */
function replaced(
  stored: unknown,
  { settings, own }: Configured,
  paths: readonly Path[],
  change: SettingsChange,
) {
  const kept = paths.reduce(withoutPath, stored) ?? {};
  // A stored profile brings its own defaults, unless they are stored as well.
  const whole = change.changedSettings(settings, kept, own);
  const hidden = paths.filter((path) => !isDeepStrictEqual(at(whole, path), at(settings, path)));
  return change.mergedPatch(kept, patchOfAll(settings, hidden, change));
}

function patchOfAll(values: Settings, paths: readonly Path[], { mergedPatch }: SettingsChange): unknown {
  // A member that was removed from a table has no value any longer.
  return paths.map((path) => treeWith(path, at(values, path) ?? null)).reduce(mergedPatch, {});
}

function put({ store, journal }: Runtime, patch: unknown, settings: unknown, at: number): void {
  store.facts.put('settings', patch);
  journal.append({ type: 'settings.changed', at, data: { settings } });
}

function storedPatch({ store }: Runtime, { withinLimits }: SettingsChange): Settings {
  // The cast: it has only some of the settings, and the schema accepted them when they were stored.
  return withinLimits(store.facts.get('settings') ?? {}) as Settings;
}

/** A profile that the user names for a start also replaces the stored defaults of the stored profile. */
function withItsDefaults(named: readonly Path[], { profile }: Settings, stored: Settings): readonly Path[] {
  const before: unknown = stored.profile;
  if (!named.some(([first]) => first === 'profile') || !isProfile(before)) return named;
  return [...named, ...outdated(stored, before, profile)];
}

/**
 * The stored values that a new profile replaces: the defaults of the profile before. A snapshot file stores all
 * settings, and resetting a setting stores its default.
 */
function outdated(stored: Settings, before: Profile, profile: Profile): readonly Path[] {
  if (before === profile) return [];
  return settingEntries
    .filter(([, each]) => differsByProfile(each))
    .filter(([name, each]) => isDeepStrictEqual(valueAt(stored, name), defaultOf(each, before)))
    .map(([name]) => name.split('.'));
}
