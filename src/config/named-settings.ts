import { valueAt } from '../input/value-at.ts';
import { settingEntries } from '../settings/settings.ts';

/** The names of the settings that were given a value, by where. */
export interface NamedSettings {
  /** By flags, variables and options of a call. These override stored settings. */
  readonly start: readonly string[];
  /** By the config file. Stored settings override these. */
  readonly file: readonly string[];
}

export const noneNamed: NamedSettings = { start: [], file: [] };

/** The settings in a part of a configuration. Some are also members of their own, such as `strict`. */
export function settingsNamedIn(given: Readonly<Record<string, unknown>>): readonly string[] {
  return settingEntries
    .map(([name]) => name)
    .filter((name) => given[name] !== undefined || valueAt(given.settings, name.split('.')) !== undefined);
}
