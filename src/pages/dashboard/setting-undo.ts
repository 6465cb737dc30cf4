import { jsonValue } from '../../protocol/json-text.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { defaultSettings, patchOf, settingNamed, valueAt } from '../../settings/settings.ts';
import type { Reader } from '../reader.ts';
import { freshForm } from './actions.ts';
import type { settingFields } from './setting-form.ts';
import type { SettingsPage } from './setting-models.ts';
import { inWords } from './setting-words.ts';
import { versionOf } from './version-of.ts';

/** A longer value, such as a list of many codes, would not fit into an address. */
const longestUndo = 1000;

/** The address after a change: the setting, and what "Undo" needs. */
export function afterChange(path: string, name: string, was: unknown): string {
  const text = JSON.stringify(was);
  const query = new URLSearchParams({ done: name, ...(text.length <= longestUndo && { was: text }) });
  return `${path}?${query}#${name}`;
}

/**
 * A form with the fields of the previous value. The value comes from the address, where anyone can write
 * anything, so it must be one that the setting accepts.
 */
export async function undoOf(
  { settings }: Pick<Runtime, 'settings'>,
  reader: Reader,
  { done: name, was }: { readonly done: string | undefined; readonly was: string | undefined },
  fieldsOf: typeof settingFields,
): Promise<SettingsPage['undo']> {
  if (name === undefined || was === undefined || was.length > longestUndo || !settingNamed(name))
    return undefined;
  const value = jsonValue(was);
  const present = valueAt(settings.current, name);
  if (JSON.stringify(present) === was || !(await isValue(name, value))) return undefined;
  const fields = fieldsOf(reader, freshForm, name, value).map((field) => ({
    name: field.name,
    value: field.value,
  }));
  return {
    action: `/_sandbox/settings/${name}`,
    to: inWords(reader.t.dashboard.settings, value),
    fields: [{ name: 'version', value: versionOf(present) }, ...fields.filter((field) => field.value !== '')],
  };
}

async function isValue(name: string, value: unknown): Promise<boolean> {
  if (value === undefined) return false;
  const { changedSettings } = await import('../../settings/settings-change.ts');
  try {
    changedSettings(defaultSettings('observed'), patchOf(name, value));
    return true;
  } catch {
    return false;
  }
}
