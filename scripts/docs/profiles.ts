import { profiles } from '../../src/settings/call-settings.ts';
import { defaultOf, differsByProfile, settingEntries } from '../../src/settings/settings.ts';
import { code, table } from './markdown.ts';

/** The settings whose default depends on the profile, with the default in each. */
export function profileTable(): string {
  const rows = settingEntries
    .filter(([name, each]) => name !== 'profile' && differsByProfile(each))
    .map(([name, each]) => [
      code(name),
      ...profiles.map((profile) => code(JSON.stringify(defaultOf(each, profile)))),
    ]);
  return table(['setting', '`documented`', '`observed` (default)', '`compatible`'], rows);
}
