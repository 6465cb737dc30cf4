import type { Runtime } from '../../runtime/runtime.ts';
import { fixedGaps, gaps } from '../../settings/gaps.ts';
import { defaultSettings, type Settings } from '../../settings/settings.ts';
import { countedRequests } from '../../store/assumption-counts.ts';
import { freshForm, type RefusedForm } from './actions.ts';
import { codeOfSwitch, ownSwitches, settingGroups } from './setting-groups.ts';
import { toolFrame } from './tool-frame.ts';
import type { FormField, SettingRow, SettingsPage } from './tool-models.ts';

const names: readonly string[] = settingGroups.flatMap((group) => group.names);

export function isSwitch(name: string): boolean {
  return names.includes(name);
}

export interface SettingsView {
  readonly form: RefusedForm;
  /** The switch whose form was refused: the others show their present values. */
  readonly refused: string | undefined;
  /** The switch that was just set, or `defaults`. */
  readonly done: string | undefined;
}

export async function settingsModel(runtime: Runtime, view: SettingsView): Promise<SettingsPage> {
  const counts = runtime.store.requests.assumptionCounts();
  const { settingFields } = await import('./setting-form.ts');
  const { current } = runtime.settings;
  const rowOf = (name: string) => {
    const form = name === view.refused ? view.form : freshForm;
    const fields = settingFields(form, name, valueAt(current, name));
    return settingRow(current, name, fields, counts, name === view.done);
  };
  const groups = settingGroups.map(({ id, heading, names: ofGroup }) => {
    return { id, heading, rows: ofGroup.map(rowOf) };
  });
  return {
    ...toolFrame(runtime, 'settings', 'Settings', view.form, doneOf(view.done)),
    groups,
    fixed: fixedGaps,
    countedRequests,
    changed: groups.flatMap(({ rows }) => rows).filter(({ isChanged }) => isChanged).length,
  };
}

function settingRow(
  current: Settings,
  name: string,
  fields: readonly FormField[],
  counts: ReadonlyMap<string, number>,
  isSet: boolean,
): SettingRow {
  const gap = gaps.find((each) => each.name === name);
  const present = inWords(valueAt(current, name));
  const usual = name === 'profile' ? 'observed' : inWords(valueAt(defaultSettings(current.profile), name));
  return {
    name,
    action: `/_sandbox/settings/${name}`,
    reason: gap?.reason ?? ownSwitches[name] ?? '',
    confidence: gap?.confidence ?? '',
    gives: codeOfSwitch[name],
    present,
    usual,
    isChanged: present !== usual,
    isSet,
    answers: gap && (counts.get(name) ?? 0),
    fields,
  };
}

function doneOf(name: string | undefined): string | undefined {
  if (name === 'defaults') return 'Every switch is back at its default.';
  return name !== undefined && names.includes(name)
    ? `${name} is switched. It holds from now on.`
    : undefined;
}

/** The value at a dotted path. */
export function valueAt(settings: Settings, name: string): unknown {
  return name.split('.').reduce<unknown>((at, member) => {
    return typeof at === 'object' && at !== null
      ? Object.entries(at).find(([key]) => key === member)?.[1]
      : at;
  }, settings);
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
