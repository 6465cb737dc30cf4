import { defaultSettings, type Settings, settingEntries, valueAt } from './settings.ts';

/** Settings are replaced whole, so what was found once holds as long as they are in force. */
const known = new WeakMap<Settings, readonly string[]>();

/** The settings that differ from the defaults of their profile. */
export function changedNames(current: Settings): readonly string[] {
  const found = known.get(current) ?? changedIn(current);
  known.set(current, found);
  return found;
}

function changedIn(current: Settings): string[] {
  const usual = defaultSettings(current.profile);
  return settingEntries
    .map(([name]) => name)
    .filter((name) =>
      name === 'profile'
        ? current.profile !== 'observed'
        : !isSame(valueAt(current, name), valueAt(usual, name)),
    );
}

/** The order of members says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
