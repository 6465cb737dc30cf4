import { isDeepStrictEqual } from 'node:util';
import type { Settings, SettingsPatch } from '../client/contract.ts';
import { patchOfText, settingOfName } from '../settings/setting-text.ts';
import { defaultOf, patchOf, settingEntries, settingNamed, valueAt } from '../settings/settings.ts';
import { mergedPatch, SettingsError } from '../settings/settings-change.ts';
import { valuesOfSetting } from '../settings/value-words.ts';
import { type ControlFlags, controlClient, WrongUsage } from './control-client.ts';
import { oneLine, pairs, show, table, widthOf } from './output.ts';
import { shortened } from './text-width.ts';

/** Lists the settings, describes one, or changes one in the running sandbox. */
export async function settings(
  first: string | undefined,
  second: string | undefined,
  flags: ControlFlags,
): Promise<void> {
  const [name, value] = second === undefined ? nameAndValue(first) : [first, second];
  // Validate before calling the sandbox: a wrong name is reported even if none is running.
  const setting = name === undefined ? undefined : judged(() => settingOfName(name));
  const patch = name !== undefined && value !== undefined && judged(() => patchOfText(name, value));
  const current = await controlClient(flags).call('getSettings');
  if (name === undefined || setting === undefined) return show(flags, current, () => listText(current));
  if (patch !== false) return change(name, current, patch, flags);
  const found = facts(setting, current);
  show(flags, found, () => pairs(Object.entries(found).map(([fact, each]) => [fact, textOf(each)])));
}

/** Splits `NAME=VALUE`, the format of `--set`. Setting names never contain an equals sign. */
function nameAndValue(text: string | undefined): readonly (string | undefined)[] {
  return text === undefined ? [] : text.split(/=(.*)/s, 2);
}

/** Resets one setting, or all of them, to the profile's defaults. */
export async function resetSettings(name: string | undefined, flags: ControlFlags): Promise<void> {
  const setting = name === undefined ? undefined : judged(() => settingOfName(name));
  const client = controlClient(flags);
  const current = await client.call('getSettings');
  if (setting !== undefined) return change(setting, current, resetPatch(setting, current), flags);
  const names = settingEntries.map(([each]) => each).filter((each) => isChanged(each, current));
  const patch = names.map((each) => resetPatch(each, current)).reduce(mergedPatch, {});
  const answer = await client.call('changeSettings', { body: whole(patch) });
  show(flags, answer, () =>
    names.length === 0
      ? `All settings are as in the profile ${current.profile}.`
      : oneLine(`As in the profile ${current.profile} again: ${names.join(', ')}.`),
  );
}

async function change(name: string, before: Settings, patch: unknown, flags: ControlFlags): Promise<void> {
  const after = await controlClient(flags).call('changeSettings', { body: whole(patch) });
  const [was, is] = [before, after].map((each) => textOf(valueAt(each, name)) ?? 'not set');
  show(flags, after, () =>
    oneLine(is === was ? `${name} is ${is}, as before.` : `${name} is now ${is}. It was ${was}.`),
  );
}

/** The sandbox validates it. */
function whole(patch: unknown): SettingsPatch {
  return patch as SettingsPatch;
}

function facts(name: string, current: Settings) {
  const setting = settingNamed(name);
  return {
    setting: name,
    value: valueAt(current, name),
    profile: setting && defaultOf(setting, current.profile),
    takes: setting && valuesOfSetting(setting),
    decides: setting?.reason,
    clients: setting?.clients,
  };
}

function listText(current: Settings): string {
  const width = widthOf(process.stdout);
  const rows = settingEntries.map(([name, setting]) => {
    const usual = textOf(defaultOf(setting, current.profile)) ?? '';
    const value = textOf(valueAt(current, name)) ?? '';
    return [name, shortened(value, 40), value === usual ? '' : shortened(usual, 40), setting.reason];
  });
  const headings = ['SETTING', 'VALUE', `IN ${current.profile.toUpperCase()}`, 'DECIDES'];
  return table(headings, rows)
    .split('\n')
    .map((line) => shortened(line, width))
    .join('\n');
}

/** Restores the profile's value. In an open table, removes members that the profile does not have. */
function resetPatch(name: string, current: Settings): unknown {
  const usual = usualOf(name, current);
  const value = valueAt(current, name);
  if (!isTable(usual) || !isTable(value)) return patchOf(name, usual);
  const removed = Object.keys(value).map((member) => [member, null] as const);
  return patchOf(name, { ...Object.fromEntries(removed), ...usual });
}

function isChanged(name: string, current: Settings): boolean {
  return name !== 'profile' && !isDeepStrictEqual(valueAt(current, name), usualOf(name, current));
}

function usualOf(name: string, current: Settings): unknown {
  const setting = settingNamed(name);
  return setting && defaultOf(setting, name === 'profile' ? 'observed' : current.profile);
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || value === undefined ? value : JSON.stringify(value);
}

/** Turns a wrong name or value into `WrongUsage`. */
function judged<Value>(judge: () => Value): Value {
  try {
    return judge();
  } catch (error) {
    throw error instanceof SettingsError ? new WrongUsage(error.sentence) : error;
  }
}
