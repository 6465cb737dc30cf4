import type { Context, Hono } from 'hono';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import type { ReadField } from '../../http/read-form.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { defaultSettings, type Settings, settingNamed, valueAt } from '../../settings/settings.ts';
import { notFoundPage } from '../not-found.ts';
import { page } from '../pages.ts';
import { readerOf } from '../reader.ts';
import { act, type BodyOf, freshForm, type RefusedForm } from './actions.ts';
import { settingsModel } from './settings-model.ts';

const path = '/_sandbox/settings';

/** Every setting with its reason, and what the API document leaves open. */
export function settingsPages(app: Hono<AppEnv>, parts: AppParts): void {
  const { runtime } = parts;
  const show = (c: Context<AppEnv>, form?: RefusedForm, refused?: string) => shown(c, runtime, form, refused);
  const change = (
    c: Context<AppEnv>,
    name: string,
    next: string,
    body: (read: ReadField) => BodyOf<'changeSettings'>,
  ) =>
    act(c, parts, {
      operation: 'changeSettings',
      ask: (read) => ({ body: body(read) }),
      next: () => next,
      again: (form) => show(c, form, name),
    });

  app.get(path, (c) => show(c));
  app.post(`${path}/defaults`, (c) =>
    change(c, '', `${path}?done=defaults`, () => backToDefaults(runtime.settings.current)),
  );
  app.post(`${path}/:name`, async (c) => {
    const name = c.req.param('name');
    if (!settingNamed(name)) return notFoundPage(c, runtime);
    const { settingPatch } = await import('./setting-form.ts');
    return change(c, name, `${path}?done=${name}#${name}`, (read) =>
      settingPatch(read, name, valueAt(runtime.settings.current, name)),
    );
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
  });
  return page(c, form.refusal === '' ? 200 : 422, 'dashboard/settings', model);
}

/** The defaults, and null for each member of the open tables, which no default has. */
function backToDefaults({ statuses, otp }: Settings): BodyOf<'changeSettings'> {
  const usual = defaultSettings('observed');
  const gone = (table: object) => Object.fromEntries(Object.keys(table).map((name) => [name, null]));
  return {
    ...usual,
    statuses: gone(statuses),
    otp: { ...usual.otp, codes: { ...gone(otp.codes), ...usual.otp.codes } },
  };
}
