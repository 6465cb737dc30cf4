import type { Context, Hono } from 'hono';
import type { Runtime } from '../../runtime.ts';
import { defaultSettings, type Settings } from '../../settings.ts';
import { fixedGaps, gaps } from '../../spec/gaps.ts';
import { countedRequests } from '../../store/assumption-counts.ts';
import type { AppEnv } from '../connection.ts';
import { messagePage, page } from '../pages.ts';
import type { AppParts } from '../parts.ts';
import { type Action, act, freshForm, type RefusedForm } from './actions.ts';
import { codeOfSwitch, ownSwitches, settingGroups } from './setting-groups.ts';
import { toolFrame } from './tool-frame.ts';
import type { SettingRow, SettingsPage } from './tool-models.ts';

const path = '/_sandbox/settings';
const names: readonly string[] = settingGroups.flatMap((group) => group.names);

/** Every switch with its reason: the ledger of what the document leaves open. */
export function settingsPages(app: Hono<AppEnv>, parts: AppParts): void {
  const { runtime } = parts;
  /** `name` is the switch whose form was refused: the others show their present values. */
  const show = async (c: Context<AppEnv>, form: RefusedForm = freshForm, name?: string) => {
    const model = await settingsModel(runtime, form, name, c.req.query('done'));
    return page(c, form.refusal === '' ? 200 : 422, 'dashboard/settings', model);
  };
  const change = (c: Context<AppEnv>, name: string, next: string, ask: Action['ask']) =>
    act(c, parts, {
      operation: 'changeSettings',
      ask,
      next: () => next,
      again: (form) => show(c, form, name),
    });

  app.get(path, (c) => show(c));
  app.post(`${path}/defaults`, (c) =>
    change(c, '', `${path}?done=defaults`, () => ({ body: backToDefaults(runtime.settings.current) })),
  );
  app.post(`${path}/:name`, async (c) => {
    const name = c.req.param('name');
    if (!names.includes(name)) return messagePage(c, 404, 'noPage');
    const { settingPatch } = await import('./setting-form.ts');
    return change(c, name, `${path}?done=${name}#${name}`, (read) => ({
      body: settingPatch(read, name, valueAt(runtime.settings.current, name)),
    }));
  });
}

async function settingsModel(
  runtime: Runtime,
  form: RefusedForm,
  refused: string | undefined,
  doneName: string | undefined,
): Promise<SettingsPage> {
  const counts = runtime.store.requests.assumptionCounts();
  const { settingFields } = await import('./setting-form.ts');
  const { current } = runtime.settings;
  const row = (name: string): SettingRow => {
    const gap = gaps.find((each) => each.name === name);
    const present = valueAt(current, name);
    const usual = valueAt(defaultSettings(current.profile), name);
    const code = codeOfSwitch[name];
    return {
      name,
      action: `${path}/${name}`,
      reason: gap?.reason ?? ownSwitches[name] ?? '',
      confidence: gap?.confidence ?? '',
      gives: code,
      present: inWords(present),
      usual: inWords(usual),
      isChanged: name === 'profile' ? present !== 'observed' : inWords(present) !== inWords(usual),
      answers: gap && (counts.get(name) ?? 0),
      fields: settingFields(name === refused ? form : freshForm, name, present),
    };
  };
  const groups = settingGroups.map(({ id, heading, names: inGroup }) => ({
    id,
    heading,
    rows: inGroup.map(row),
  }));
  return {
    ...toolFrame(runtime, 'settings', 'Settings', form, doneOf(doneName)),
    groups,
    fixed: fixedGaps,
    countedRequests,
    changed: groups.flatMap(({ rows }) => rows).filter(({ isChanged }) => isChanged).length,
  };
}

function doneOf(name: string | undefined): string | undefined {
  if (name === 'defaults') return 'Every switch is back at its default.';
  return name !== undefined && names.includes(name)
    ? `${name} is switched. It holds from now on.`
    : undefined;
}

/** The defaults, and null for each member of the open tables, which no default has. */
function backToDefaults({ statuses, otp }: Settings): object {
  const usual = defaultSettings('observed');
  const gone = (table: object) => Object.fromEntries(Object.keys(table).map((name) => [name, null]));
  return {
    ...usual,
    statuses: gone(statuses),
    otp: { ...usual.otp, codes: { ...gone(otp.codes), ...usual.otp.codes } },
  };
}

function valueAt(settings: Settings, name: string): unknown {
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
