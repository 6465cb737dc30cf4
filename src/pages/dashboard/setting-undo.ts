import { isDeepStrictEqual } from 'node:util';
import type { ReadField } from '../../http/read-form.ts';
import { jsonValue } from '../../protocol/json-text.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import {
  defaultSettings,
  movedWith,
  patchOf,
  type Settings,
  settingNamed,
  valueAt,
} from '../../settings/settings.ts';
import type { Reader } from '../reader.ts';
import { freshForm } from './actions.ts';
import type { settingFields } from './setting-form.ts';
import type { SettingsPage } from './setting-models.ts';
import { inWords } from './setting-words.ts';
import { settingsVersion } from './version-of.ts';

/** A longer value, such as a list of many codes, would not fit into an address. */
const longestUndo = 1000;

/** The address after a change: the setting, and what "Undo" needs. */
export function afterChange(path: string, name: string, before: Settings): string {
  const was = JSON.stringify(valuesOf(before, name));
  const query = new URLSearchParams({ done: name, ...(was.length <= longestUndo && { was }) });
  return `${path}?${query}#${name}`;
}

/** Whether this form is "Undo". It has the fields of every setting that changed with its own. */
export function isUndo(read: ReadField): boolean {
  return read('undo') === 'on';
}

/**
 * A form with the fields of the previous values. The values come from the address, where anyone can write
 * anything, so they must be some that the settings accept.
 */
export async function undoOf(
  { settings: { current } }: Pick<Runtime, 'settings'>,
  reader: Reader,
  { done: name, was }: { readonly done: string | undefined; readonly was: string | undefined },
  fieldsOf: typeof settingFields,
): Promise<SettingsPage['undo']> {
  if (name === undefined || was === undefined || was.length > longestUndo || !settingNamed(name))
    return undefined;
  const values = jsonValue(was);
  const names = movedWith(name);
  const value = own(values, name);
  if (isDeepStrictEqual(valueAt(current, name), value) || !(await areValues(names, values))) return undefined;
  const fields = names.flatMap((each) => fieldsOf(reader, freshForm, each, own(values, each)));
  return {
    action: `/_sandbox/settings/${name}`,
    to: inWords(reader.t.dashboard.settings, value),
    fields: [
      { name: 'undo', value: 'on' },
      { name: 'version', value: settingsVersion(current, names) },
      ...fields
        .map((field) => ({ name: field.name, value: field.value }))
        .filter((field) => field.value !== ''),
    ],
  };
}

function valuesOf(settings: Settings, name: string): object {
  return Object.fromEntries(movedWith(name).map((each) => [each, valueAt(settings, each)]));
}

function own(values: unknown, name: string): unknown {
  if (typeof values !== 'object' || values === null) return undefined;
  return Object.entries(values).find(([each]) => each === name)?.[1];
}

async function areValues(names: readonly string[], values: unknown): Promise<boolean> {
  const { changedSettings } = await import('../../settings/settings-change.ts');
  try {
    for (const name of names) {
      const value = own(values, name);
      if (value === undefined) return false;
      changedSettings(defaultSettings('observed'), patchOf(name, value));
    }
    return true;
  } catch {
    return false;
  }
}
