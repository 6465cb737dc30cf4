import type { Context, Hono } from 'hono';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import type { ReadField } from '../../http/read-form.ts';
import { durationMs } from '../../protocol/duration.ts';
import { isoTime } from '../../protocol/time.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Callback } from '../../store/callbacks.ts';
import { storedPairs } from '../../store/stored-json.ts';
import { notFoundPage } from '../not-found.ts';
import { page } from '../pages.ts';
import { readerOf } from '../reader.ts';
import { type Action, act, type BodyOf, isUnread, type RefusedForm } from './actions.ts';
import { callbackPage } from './callback-page.ts';
import { callbackList } from './filters.ts';
import { idOf } from './id-of.ts';
import { beforeOf, listPage } from './lists.ts';
import type { CallbacksPage, FormState } from './page-models.ts';

/** The outbox: the list, and each callback with its attempts and actions. */
export function callbackPages(app: Hono<AppEnv>, parts: AppParts): void {
  const { runtime } = parts;
  app.get('/_sandbox/callbacks', (c) => page(c, 200, 'dashboard/callbacks', callbacksPage(c, runtime)));
  app.get('/_sandbox/callbacks/:id', (c) => show(c, runtime));
  app.post('/_sandbox/callbacks/retry', (c) => act(c, parts, retryFailed(c, runtime)));
  for (const [path, form] of Object.entries(forms))
    app.post(`/_sandbox/callbacks/:id/${path}`, (c) => act(c, parts, actionOf(c, runtime, path, form)));
}

/** A form on a callback's page, and the control API call that it makes. */
interface CallbackForm {
  readonly operation: 'holdCallback' | 'releaseCallback' | 'resendCallback';
  /** The body for `resendCallback`. Without one, the same bytes are sent again. */
  readonly body?: (runtime: Runtime, id: number, read: ReadField) => BodyOf<'resendCallback'>;
}

const forms: Readonly<Record<string, CallbackForm>> = {
  hold: { operation: 'holdCallback' },
  release: { operation: 'releaseCallback' },
  resend: { operation: 'resendCallback' },
  twice: { operation: 'resendCallback', body: () => ({ copies: 2 }) },
  elsewhere: { operation: 'resendCallback', body: (_runtime, _id, read) => ({ url: read('url') }) },
  edited: {
    operation: 'resendCallback',
    body: (runtime, id, read) => ({ fields: editedFields(runtime, id, read), sign: read('sign') === 'on' }),
  },
  tampered: { operation: 'resendCallback', body: (_runtime, _id, read) => ({ tamper: read('tamper') }) },
};

function actionOf(
  c: Context<AppEnv>,
  runtime: Runtime,
  form: string,
  { operation, body }: CallbackForm,
): Action<CallbackForm['operation']> {
  const id = idOf(c);
  const path = `/_sandbox/callbacks/${id}`;
  return {
    operation,
    ask: (read) => ({
      params: { id: String(id) },
      ...(body && { body: body(runtime, id, read) }),
    }),
    next: () => `${path}#attempts`,
    again: (refused) => show(c, runtime, { ...refused, form }),
  };
}

/** The edited fields. Empty ones are removed. */
function editedFields({ store }: Runtime, id: number, read: ReadField): Record<string, string | null> {
  const stored = storedPairs(store.callbacks.get(id)?.fields ?? null);
  const own = stored.filter(([name]) => name !== 'hashed');
  return Object.fromEntries(own.map(([name]) => [name, read(`field.${name}`) || null]));
}

/** The page's forms are separate: only the refused one shows what was submitted. */
interface RefusedCallbackForm extends RefusedForm {
  readonly form: string;
}

function show(c: Context<AppEnv>, runtime: Runtime, refused?: RefusedCallbackForm): Response {
  const callback = runtime.store.callbacks.get(idOf(c));
  if (!callback) return notFoundPage(c, runtime);
  const state = refused && stateOf(callback, refused);
  const model = callbackPage(runtime, readerOf(c), callback, beforeOf(c), state);
  return page(c, refused ? 422 : 200, 'dashboard/callback', model);
}

function stateOf({ fields }: Callback, { form, read, errors, refusal }: RefusedCallbackForm): FormState {
  const names: Readonly<Record<string, readonly string[]>> = {
    elsewhere: ['url'],
    edited: ['sign', ...storedPairs(fields).map(([name]) => `field.${name}`)],
    tampered: ['tamper'],
  };
  const submitted = isUnread({ read }) ? [] : (names[form] ?? []);
  const values = Object.fromEntries(submitted.map((name) => [name, read(name)]));
  return { form, values, errors: { ...errors, refusal } };
}

const retryTimes = ['10m', '1h', '24h', 'all'] as const;

function callbacksPage(c: Context<AppEnv>, runtime: Runtime): CallbacksPage {
  const reader = readerOf(c);
  const { retry } = reader.t.dashboard.callback;
  const sent = /^\d{1,9}$/.exec(c.req.query('sent') ?? '')?.[0];
  return {
    ...listPage(c, runtime, reader, callbackList),
    retryChoices: retryTimes.map((value) => ({ value, label: retry.choices[value] })),
    done: sent && (sent === '0' ? retry.none : retry.done(Number(sent))),
  };
}

function retryFailed(c: Context<AppEnv>, runtime: Runtime): Action<'resendFailedCallbacks'> {
  return {
    operation: 'resendFailedCallbacks',
    ask: (read) => ({
      body: {
        failed_since: isoTime(sinceOf(runtime, read('since'))),
        account: read('account') || undefined,
      },
    }),
    next: ({ data }, read) => {
      const account = read('account');
      const query = new URLSearchParams({ ...(account !== '' && { account }), sent: String(data.length) });
      return `/_sandbox/callbacks?${query}`;
    },
    again: () => page(c, 422, 'dashboard/callbacks', callbacksPage(c, runtime)),
  };
}

function sinceOf({ clock }: Runtime, since: string): number {
  const ago = since === 'all' ? undefined : durationMs(since);
  return ago === undefined ? 0 : Math.max(0, clock.now() - ago);
}
