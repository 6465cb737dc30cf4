import type { Runtime } from '../../runtime/runtime.ts';
import { profiles } from '../../settings/call-settings.ts';
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
import { settingWords } from '../words/settings/setting-words.ts';
import { freshForm } from './actions.ts';
import { Checked } from './live-check.ts';
import { nameIn } from './member-label.ts';
import type { SettingRow, SettingsPage } from './setting-models.ts';
import { undoOf } from './setting-undo.ts';
import { inWords } from './setting-words.ts';
import { onlyOne, type SettingsView, shownSettings } from './shown-settings.ts';
import { toolFrame } from './tool-frame.ts';
import type { FormField } from './tool-models.ts';
import { settingsVersion } from './version-of.ts';

export async function settingsModel(
  runtime: Runtime,
  reader: Reader,
  view: SettingsView,
): Promise<SettingsPage> {
  const counts = runtime.store.requests.assumptionCounts();
  const { settingFields } = await import('./setting-form.ts');
  const { current } = runtime.settings;
  const checked = new Checked(runtime, reader);
  const rowOf = (setting: NamedSetting) => {
    const { name } = setting;
    const form = name === view.refused ? view.form : freshForm;
    const fields = settingFields(reader, form, name, valueAt(current, name));
    const row = settingRow(reader, current, setting, fields, counts, name === view.done);
    const isOpen = name === onlyOne(view);
    return { ...row, isOpen, checked: checked.about(name) };
  };
  const all = settingGroups.map(({ id, heading, settings }) => {
    return {
      id,
      heading: nameIn(reader.t.dashboard.settings.groups, id) ?? heading,
      rows: settings.map(rowOf),
    };
  });
  return {
    ...toolFrame(runtime, reader, 'settings', view.form, doneOf(reader, view.done)),
    ...shownSettings(reader, view, checked, all),
    opened: onlyOne(view) !== undefined,
    search: view.search,
    onlyChanged: view.onlyChanged,
    showsFixed: view.showsFixed,
    undo: await undoOf(runtime, reader, view, settingFields),
    report: checked.report,
    countedRequests,
    changed: all.flatMap(({ rows }) => rows).filter(({ isChanged }) => isChanged).length,
  };
}

interface NamedSetting extends Setting {
  readonly name: string;
}

function settingRow(
  { lang, t }: Reader,
  current: Settings,
  setting: NamedSetting,
  fields: readonly FormField[],
  counts: ReadonlyMap<string, number>,
  isSet: boolean,
): Omit<SettingRow, 'isOpen' | 'checked'> {
  const { name, confidence, gives } = setting;
  const words = t.dashboard.settings;
  const present = inWords(words, valueAt(current, name));
  const usual =
    name === 'profile' ? 'observed' : inWords(words, valueAt(defaultSettings(current.profile), name));
  return {
    name,
    action: `/_sandbox/settings/${name}`,
    ...settingWords(lang, setting),
    confidence: confidence ?? '',
    gives,
    profiles: name === 'profile' ? [] : profileValues(words, setting),
    present,
    usual,
    isChanged: present !== usual,
    isSet,
    version: settingsVersion(current, [name]),
    answers: confidence && (counts.get(name) ?? 0),
    fields,
  };
}

type Words = Reader['t']['dashboard']['settings'];

/** The default in each profile, if they differ. */
function profileValues(words: Words, setting: NamedSetting): SettingRow['profiles'] {
  if (!differsByProfile(setting)) return [];
  const byValue = Map.groupBy(profiles, (profile) => inWords(words, defaultOf(setting, profile)));
  return [...byValue].map(([value, names]) => ({ names: names.join(', '), value }));
}

function doneOf({ lang, t }: Reader, name: string | undefined): string | undefined {
  const words = t.dashboard.settings;
  if (name === 'defaults') return words.doneDefaults;
  const setting = name === undefined ? undefined : settingNamed(name);
  return setting && words.done(settingWords(lang, { name: name ?? '', ...setting }).title);
}
