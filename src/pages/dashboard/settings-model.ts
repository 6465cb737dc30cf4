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
import { assumptionWords, settingWords } from '../words/settings/setting-words.ts';
import { freshForm, type RefusedForm } from './actions.ts';
import { Checked } from './live-check.ts';
import { nameIn } from './member-label.ts';
import type { SettingRow, SettingsPage } from './setting-models.ts';
import { undoOf } from './setting-undo.ts';
import { inWords } from './setting-words.ts';
import { toolFrame } from './tool-frame.ts';
import type { FormField } from './tool-models.ts';
import { versionOf } from './version-of.ts';

export interface SettingsView {
  readonly form: RefusedForm;
  /** The setting whose form was refused. The others show their current values. */
  readonly refused: string | undefined;
  /** The setting that was just changed, or `defaults`. */
  readonly done: string | undefined;
  /** Part of a title or name. Empty for all. */
  readonly search: string;
  readonly onlyChanged: boolean;
  /** The setting whose table of fields is open. */
  readonly open: string | undefined;
  readonly showsFixed: boolean;
  /** The previous value of the setting that was just changed, as JSON. */
  readonly was: string | undefined;
}

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
    const isOpen = [view.refused, view.done, view.open].includes(name) || view.search !== '';
    return { ...row, isOpen, checked: checked.about(name) };
  };
  const groups = settingGroups.map(({ id, heading, settings }) => {
    return {
      id,
      heading: nameIn(reader.t.dashboard.settings.groups, id) ?? heading,
      rows: settings.map(rowOf),
    };
  });
  return {
    ...toolFrame(runtime, reader, 'settings', view.form, doneOf(reader, view.done)),
    groups: groups
      .map((group) => ({ ...group, rows: group.rows.filter((row) => isShown(row, view)) }))
      .filter(({ rows }) => rows.length > 0),
    search: view.search,
    onlyChanged: view.onlyChanged,
    showsFixed: view.showsFixed,
    undo: await undoOf(runtime, reader, view, settingFields),
    fixed: fixedOf(reader, view, checked),
    report: checked.report,
    countedRequests,
    changed: groups.flatMap(({ rows }) => rows).filter(({ isChanged }) => isChanged).length,
  };
}

function fixedOf({ lang }: Reader, view: SettingsView, checked: Checked): SettingsPage['fixed'] {
  if (view.onlyChanged || (!view.showsFixed && view.search === '')) return [];
  return fixedAssumptions
    .map((each) => ({ ...each, ...assumptionWords(lang, each), checked: checked.about(each.id) }))
    .filter(({ id, question, reason }) => holds(view, id, question, reason));
}

function holds({ search }: SettingsView, ...texts: readonly string[]): boolean {
  const wanted = search.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

function isShown({ name, title, reason, isChanged, isSet }: SettingRow, view: SettingsView): boolean {
  if (isSet || name === view.refused) return true;
  return !view.showsFixed && holds(view, name, title, reason) && (isChanged || !view.onlyChanged);
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
    version: versionOf(valueAt(current, name)),
    answers: confidence && (counts.get(name) ?? 0),
    fields,
  };
}

/** The default in each profile, if they differ. */
type Words = Reader['t']['dashboard']['settings'];

function profileValues(words: Words, setting: NamedSetting): SettingRow['profiles'] {
  if (!differsByProfile(setting)) return [];
  return profiles.map((profile) => ({ profile, value: inWords(words, defaultOf(setting, profile)) }));
}

function doneOf({ lang, t }: Reader, name: string | undefined): string | undefined {
  const words = t.dashboard.settings;
  if (name === 'defaults') return words.doneDefaults;
  const setting = name === undefined ? undefined : settingNamed(name);
  return setting && words.done(settingWords(lang, { name: name ?? '', ...setting }).title);
}
