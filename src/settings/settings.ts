import type { z } from 'zod';
import { type Duration, durationMs } from '../protocol/duration.ts';
import { profiles } from './call-settings.ts';
import { type Nested, nested } from './nested.ts';
import type { Setting } from './setting.ts';
import { settings } from './table.ts';

/** The dotted path of a setting, such as `otp.lifetime`. */
export type SettingName = keyof typeof settings;

/** The values of all settings, nested by dotted path: `otp.lifetime` is `{ otp: { lifetime } }`. */
export type Settings = Nested<{
  readonly [Name in SettingName]: Fixed<z.output<ReturnType<(typeof settings)[Name]['takes']>>>;
}>;

type Fixed<Value> = Value extends object ? { readonly [Name in keyof Value]: Fixed<Value[Name]> } : Value;

export type Profile = Settings['profile'];

/** The current settings. They are replaced as a whole, so `current` is always a consistent set. */
export interface SettingsHolder {
  current: Settings;
}

/** All settings by name, in display order. */
export const settingEntries: readonly (readonly [name: string, setting: Setting])[] =
  Object.entries(settings);

/**
 * The defaults of a profile. `documented` follows only the API documentation. `observed` also follows public clients
 * where the API documentation is silent, and `compatible` even where they differ from it.
 */
export function defaultSettings(profile: Profile): Settings {
  return defaults[profile];
}

export function isProfile(value: unknown): value is Profile {
  return profiles.some((profile) => profile === value);
}

/**
 * The values that change with the profile, as a patch: those that are still the default of the profile before,
 * except the `own` ones.
 */
export function profileChanges(before: Settings, profile: Profile, own: readonly string[]): unknown {
  return treeOf(
    settingEntries
      .filter(([name, each]) => differsByProfile(each) && !own.includes(name))
      .filter(([name, each]) => valueAt(before, name) === defaultOf(each, before.profile)),
    profile,
  );
}

/** Whether the default depends on the profile. */
export function differsByProfile({ documented, compatible }: Setting): boolean {
  return documented !== undefined || compatible !== undefined;
}

/** The settings that change with this one: the profile has defaults of its own for some. */
export function movedWith(name: string): readonly string[] {
  if (name !== 'profile') return [name];
  return settingEntries.filter(([, each]) => differsByProfile(each)).map(([each]) => each);
}

const defaults: Readonly<Record<Profile, Settings>> = {
  documented: settingsOf('documented'),
  observed: settingsOf('observed'),
  compatible: settingsOf('compatible'),
};

// The cast: a tree built at run time has no static type, and `Settings` is derived from the same table.
function settingsOf(profile: Profile): Settings {
  return treeOf(settingEntries, profile) as Settings;
}

function treeOf(entries: typeof settingEntries, profile: Profile): unknown {
  const values = entries.map(([name, each]) => [name, defaultOf(each, profile)] as const);
  return nested<unknown>(values, (members) => members);
}

/** The default of one setting in a profile. */
export function defaultOf({ usual, ...others }: Setting, profile: Profile): unknown {
  return (profile === 'observed' ? undefined : others[profile]) ?? usual;
}

/** The patch that changes one setting. */
export function patchOf(name: string, value: unknown): Readonly<Record<string, unknown>> {
  return nested<unknown>([[name, value]], (members) => members);
}

/** The definition of the setting with this name, if there is one. */
export function settingNamed(name: string): Setting | undefined {
  return settingEntries.find(([each]) => each === name)?.[1];
}

/** The value at a dotted path. */
export function valueAt(values: Settings, name: string): unknown {
  return name.split('.').reduce<unknown>((at, member) => {
    return typeof at === 'object' && at !== null
      ? Object.entries(at).find(([key]) => key === member)?.[1]
      : at;
  }, values);
}

/** Milliseconds of a duration in the settings, which are already validated. */
export function settingMs(duration: Duration): number {
  const ms = durationMs(duration);
  if (ms === undefined) throw new RangeError(`not a duration: ${JSON.stringify(duration)}`);
  return ms;
}
