import type { Context, Hono } from 'hono';
import { ControlError } from '../../control-api/control-error.ts';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import type { ReadField } from '../../http/read-form.ts';
import { isoTime } from '../../protocol/time.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { offsetWords, spanWords } from '../clock-words.ts';
import { page } from '../pages.ts';
import { type Reader, readerOf } from '../reader.ts';
import { type Action, act, freshForm, type OperationId, type RefusedForm } from './actions.ts';
import { textField } from './form-fields.ts';
import { accountName } from './rows.ts';
import { doneWords, toolFrame } from './tool-frame.ts';
import type { ClockPage, DueItem } from './tool-models.ts';

const path = '/_sandbox/clock';
type Done = keyof Reader['t']['dashboard']['clock']['done'];
const dueShown = 10;
/** The step to the next due item. The others are durations. */
const jump = 'next';

/** The clock behind every expiry, limit window and retry, and what is due next. */
export function clockPages(app: Hono<AppEnv>, parts: AppParts): void {
  const show = (c: Context<AppEnv>, form: RefusedForm = freshForm) => {
    const model = clockModel(parts.runtime, readerOf(c), form, c.req.query());
    return page(c, form.refusal === '' ? 200 : 422, 'dashboard/clock', model);
  };
  const move = <Id extends OperationId>(
    c: Context<AppEnv>,
    operation: Id,
    name: Done,
    ask: Action<Id>['ask'],
  ) =>
    act(c, parts, {
      operation,
      ask,
      next: (_answer, read) =>
        `${path}?${new URLSearchParams({ done: name, pressed: pressedIn(read, name) })}`,
      again: (form) => show(c, form),
    });

  app.get(path, (c) => show(c));
  app.post(`${path}/advance`, (c) =>
    move(c, 'advanceClock', 'moved', (read) => ({
      body: { by: advanceBy(parts.runtime, readerOf(c), read) },
    })),
  );
  app.post(`${path}/real`, async (c) => {
    const frozen = await move(c, 'freezeClock', 'real', () => ({ body: { at: new Date().toISOString() } }));
    if (frozen.status !== 303) return frozen;
    const { clockOperations } = await import('../../control-api/clock.ts');
    await clockOperations.resumeClock.ask(parts, {});
    return frozen;
  });
  app.post(`${path}/freeze`, (c) => move(c, 'freezeClock', 'frozen', freezeAsked));
  app.post(`${path}/resume`, (c) => move(c, 'resumeClock', 'resumed', () => ({})));
}

/** How far "Jump" goes is decided when it is pressed: by then, something else may be due next. */
function advanceBy(runtime: Runtime, reader: Reader, read: ReadField): string {
  if (read('step') !== jump) return joined(read('step') || read('by'));
  const words = reader.t.dashboard.clock;
  const next = dueItems(runtime, reader, words)[0];
  if (!next) throw new ControlError(409, 'NOTHING_DUE', words.nothingToJumpTo);
  return `${Math.max(0, Date.parse(next.at) - runtime.clock.now())}ms`;
}

/** Takes `28m 30s` as `28m30s`. */
function joined(text: string): string {
  return text.trim().replaceAll(/(?<=[a-z]) +(?=\d)/g, '');
}

/** The pressed button, which gets the focus on the next page. */
function pressedIn(read: ReadField, name: Done): string {
  const step = read('step');
  if (name !== 'moved') return 'freeze';
  return step === '' ? 'by' : step;
}

const written = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/;

/** Accepts a date or a time in common notations. Without a time zone, it is UTC. */
function freezeAsked(read: ReadField) {
  const at = read('at').trim();
  if (at === '') return { body: {} };
  const [, day, time = '00:00', seconds = ':00', zone = 'Z'] = written.exec(at) ?? [];
  return { body: { at: day === undefined ? at : `${day}T${time}${seconds}${zone}` } };
}

function clockModel(
  runtime: Runtime,
  reader: Reader,
  form: RefusedForm,
  { done, pressed }: Readonly<Record<string, string>>,
): ClockPage {
  const { clock } = runtime;
  const words = reader.t.dashboard.clock;
  const now = isoTime(clock.now());
  const due = dueItems(runtime, reader, words);
  const canJump = due[0] !== undefined && Date.parse(due[0].at) > clock.now();
  return {
    ...toolFrame(runtime, reader, 'clock', form, doneWords(words.done, done)),
    now,
    isFrozen: clock.frozen,
    offset: offsetWords(words, clock.now() - Date.now()),
    steps: Object.entries(words.steps).map(([value, label]) => ({ value, label })),
    advance: textField(form, 'by', words.anotherTime, {
      placeholder: '90s',
      hint: words.timeHint,
    }),
    freezeAt: textField(form, 'at', words.at, {
      placeholder: now,
      hint: words.atHint,
    }),
    due,
    canJump,
    pressed: pressed === jump && !canJump ? '1m' : pressed,
    isMoved: clock.frozen || Math.abs(clock.state.offsetMs) >= 1000,
  };
}

type Words = Reader['t']['dashboard']['clock'];

/** Of the chosen account, as in every list. The clock itself is the same for all. */
function dueItems(runtime: Runtime, reader: Reader, words: Words): DueItem[] {
  const { due } = runtime.store;
  const now = runtime.clock.now();
  const accountId = reader.account === '' ? null : reader.account;
  const item = (at: number, of: { readonly accountId: string }, what: string, href: string) => ({
    at: isoTime(at),
    left: at <= now ? words.now : words.in(spanWords(words, at - now)),
    what,
    href,
    account: accountName(runtime, reader, of.accountId),
  });
  const codes = due.codes(accountId, dueShown).map((row) => {
    const number = row.mobileNumber;
    return item(row.at, row, words.codeExpires(number), `/_sandbox/inbox/${encodeURIComponent(number)}`);
  });
  const checkouts = due.checkouts(accountId, dueShown).map((row) => {
    const id = row.transactionId;
    return item(row.at, row, words.checkoutExpires(id), `/_sandbox/transactions/${id}`);
  });
  const callbacks = due.retries(accountId, dueShown).map((row) => {
    return item(row.at ?? now, row, words.callbackRetried(row.id), `/_sandbox/callbacks/${row.id}`);
  });
  return [...codes, ...checkouts, ...callbacks]
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .slice(0, dueShown);
}
