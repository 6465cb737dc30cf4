import type { Runtime } from '../../runtime/runtime.ts';
import { profiles } from '../../settings/call-settings.ts';
import { fixedAssumptions } from '../../settings/fixed-assumptions.ts';
import type { Setting } from '../../settings/setting.ts';
import {
  defaultOf,
  defaultSettings,
  differsByProfile,
  type Settings,
  settingNamed,
  valueAt,
} from '../../settings/settings.ts';
import { settingGroups } from '../../settings/table.ts';
import { countedRequests } from '../../store/assumption-counts.ts';
import type { Reader } from '../reader.ts';
import { freshForm, type RefusedForm } from './actions.ts';
import { toolFrame } from './tool-frame.ts';
import type { FormField, SettingRow, SettingsPage } from './tool-models.ts';

export interface SettingsView {
  readonly form: RefusedForm;
  /** The setting whose form was refused: the others show their present values. */
  readonly refused: string | undefined;
  /** The setting that was just changed, or `defaults`. */
  readonly done: string | undefined;
}

export async function settingsModel(
  runtime: Runtime,
  reader: Reader,
  view: SettingsView,
): Promise<SettingsPage> {
  const counts = runtime.store.requests.assumptionCounts();
  const { settingFields } = await import('./setting-form.ts');
  const { current } = runtime.settings;
  const rowOf = (setting: NamedSetting) => {
    const { name } = setting;
    const form = name === view.refused ? view.form : freshForm;
    const fields = settingFields(form, name, valueAt(current, name));
    return settingRow(current, setting, fields, counts, name === view.done);
  };
  const groups = settingGroups.map(({ id, heading, settings }) => {
    return { id, heading, rows: settings.map(rowOf) };
  });
  return {
    ...toolFrame(runtime, reader, 'settings', view.form, doneOf(view.done)),
    groups,
    fixed: fixedAssumptions,
    countedRequests,
    changed: groups.flatMap(({ rows }) => rows).filter(({ isChanged }) => isChanged).length,
  };
}

interface NamedSetting extends Setting {
  readonly name: string;
}

function settingRow(
  current: Settings,
  setting: NamedSetting,
  fields: readonly FormField[],
  counts: ReadonlyMap<string, number>,
  isSet: boolean,
): SettingRow {
  const { name, reason, confidence, gives, clients } = setting;
  const present = inWords(valueAt(current, name));
  const usual = name === 'profile' ? 'observed' : inWords(valueAt(defaultSettings(current.profile), name));
  return {
    name,
    action: `/_sandbox/settings/${name}`,
    reason,
    confidence: confidence ?? '',
    gives,
    clients,
    profiles: name === 'profile' ? [] : profileValues(setting),
    present,
    usual,
    isChanged: present !== usual,
    isSet,
    answers: confidence && (counts.get(name) ?? 0),
    fields,
  };
}

/** The default in each profile, where they differ. */
function profileValues(setting: NamedSetting): SettingRow['profiles'] {
  if (!differsByProfile(setting)) return [];
  return profiles.map((profile) => ({ profile, value: inWords(defaultOf(setting, profile)) }));
}

function doneOf(name: string | undefined): string | undefined {
  if (name === 'defaults') return 'All settings were reset to their defaults.';
  return name !== undefined && settingNamed(name)
    ? `${name} was changed. It applies from now on.`
    : undefined;
}

/** A value as a line of text: `off`, `5m`, `walletA 6, walletB 4`. */
function inWords(value: unknown): string {
  if (value === null || value === false) return 'off';
  if (value === true) return 'on';
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${name.replaceAll('_', ' ')} ${inWords(each)}`,
  );
  return members.length === 0 ? 'none' : members.join(', ');
}
