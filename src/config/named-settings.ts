import { leafPaths, type Path } from '../input/paths.ts';
import { valueAt } from '../input/value-at.ts';
import { settingEntries } from '../settings/settings.ts';

/** The settings that were given a value, by where. */
export interface NamedSettings {
  /** The paths of the values that flags, variables and options of a call give. These override stored values. */
  readonly start: readonly Path[];
  /** The names of those in the config file. Stored settings override these. */
  readonly file: readonly string[];
}

export const noneNamed: NamedSettings = { start: [], file: [] };

/** The names of all of them. No profile changes these. */
export function ownNames({ start, file }: NamedSettings): readonly string[] {
  return [...file, ...start.map((path) => path.join('.'))];
}

type Given = Readonly<Record<string, unknown>>;

/** The settings in a part of a configuration. Some are also members of their own, such as `strict`. */
export function settingsNamedIn(given: Given): readonly string[] {
  return settingEntries
    .map(([name]) => name)
    .filter((name) => given[name] !== undefined || valueAt(given.settings, name.split('.')) !== undefined);
}

/** The paths of the values in it: `otp.codes.*` is only one of the codes. */
export function pathsNamedIn(given: Given): readonly Path[] {
  const own = settingEntries.filter(([name]) => given[name] !== undefined);
  return [...own.map(([name]) => [name]), ...leafPaths(given.settings)];
}
