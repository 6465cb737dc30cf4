import { defaultSettings, type Settings, settingEntries, valueAt } from './settings.ts';

/** Settings are replaced as a whole, so each object's result stays valid. */
const known = new WeakMap<Settings, readonly string[]>();

/** The settings that differ from their profile's defaults. */
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

/** Ignores the order of members. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
