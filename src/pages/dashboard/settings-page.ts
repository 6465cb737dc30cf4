import type { Context, Hono } from 'hono';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import type { ReadField } from '../../http/read-form.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { defaultSettings, movedWith, type Settings, settingNamed, valueAt } from '../../settings/settings.ts';
import { notFoundPage } from '../not-found.ts';
import { page } from '../pages.ts';
import { type Reader, readerOf } from '../reader.ts';
import { act, type BodyOf, type Edited, freshForm, type RefusedForm } from './actions.ts';
import { afterChange, isUndo } from './setting-undo.ts';
import { inWords } from './setting-words.ts';
import { settingsModel } from './settings-model.ts';
import { settingsVersion } from './version-of.ts';

const path = '/_sandbox/settings';

/** Every setting with its reason, and the assumptions behind the fixed behavior. */
export function settingsPages(app: Hono<AppEnv>, parts: AppParts): void {
  const { runtime } = parts;
  const show = (c: Context<AppEnv>, form?: RefusedForm, refused?: string) => shown(c, runtime, form, refused);
  const change = (
    c: Context<AppEnv>,
    name: string,
    next: string,
    body: (read: ReadField) => BodyOf<'changeSettings'>,
    edited?: Edited,
  ) =>
    act(c, parts, {
      operation: 'changeSettings',
      ask: (read) => ({ body: body(read) }),
      ...(edited && { edited }),
      next: () => next,
      again: (form) => show(c, form, name),
    });

  app.get(path, (c) => show(c));
  app.post(`${path}/defaults`, (c) =>
    change(c, '', `${path}?done=defaults`, () => backToDefaults(runtime.settings.current)),
  );
  app.post(`${path}/:name`, async (c) => {
    const name = c.req.param('name');
    return settingNamed(name) ? changeOne(c, runtime, name, change) : notFoundPage(c, runtime);
  });
}

type Change = (
  c: Context<AppEnv>,
  name: string,
  next: string,
  body: (read: ReadField) => BodyOf<'changeSettings'>,
  edited: Edited,
) => Promise<Response>;

async function changeOne(
  c: Context<AppEnv>,
  { settings }: Runtime,
  name: string,
  change: Change,
): Promise<Response> {
  const { settingsPatch } = await import('./setting-form.ts');
  const next = afterChange(path, name, settings.current);
  return change(c, name, next, (read) => settingsPatch(read, namesIn(read, name), settings.current), {
    version: (read) => settingsVersion(settings.current, namesIn(read, name)),
    conflict: (read) => conflictWords(readerOf(c), read, valueAt(settings.current, name)),
  });
}

async function shown(
  c: Context<AppEnv>,
  runtime: Runtime,
  form: RefusedForm = freshForm,
  refused?: string,
): Promise<Response> {
  const model = await settingsModel(runtime, readerOf(c), {
    form,
    refused,
    done: c.req.query('done'),
    search: c.req.query('q') ?? '',
    onlyChanged: c.req.query('only') === 'changed',
    open: c.req.query('open'),
    showsFixed: c.req.query('show') === 'assumptions',
    was: c.req.query('was'),
  });
  return page(c, form.refusal === '' ? 200 : 422, 'dashboard/settings', model);
}

/** A table of many codes would push the form far down. */
const longestConflict = 300;

function conflictWords({ t }: Reader, read: ReadField, present: unknown): string {
  const words = t.dashboard.settings;
  if (isUndo(read)) return words.undoConflict;
  const now = inWords(words, present);
  return words.conflict(now.length > longestConflict ? `${now.slice(0, longestConflict)}…` : now);
}

/** The settings that a form has: "Undo" also brings back what changed with its setting. */
function namesIn(read: ReadField, name: string): readonly string[] {
  return isUndo(read) ? movedWith(name) : [name];
}

/** The defaults, plus null for each entry of the open tables, which are empty by default. */
function backToDefaults({ statuses, otp }: Settings): BodyOf<'changeSettings'> {
  const usual = defaultSettings('observed');
  const gone = (table: object) => Object.fromEntries(Object.keys(table).map((name) => [name, null]));
  return {
    ...usual,
    statuses: gone(statuses),
    otp: { ...usual.otp, codes: { ...gone(otp.codes), ...usual.otp.codes } },
  };
}
