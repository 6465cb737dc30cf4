import type { Context, Hono } from 'hono';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import type { ReadField } from '../../http/read-form.ts';
import { isoTime } from '../../protocol/time.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { page } from '../pages.ts';
import { type Reader, readerOf } from '../reader.ts';
import { type Action, act, freshForm, type OperationId, type RefusedForm } from './actions.ts';
import { textField } from './form-fields.ts';
import { doneWords, toolFrame } from './tool-frame.ts';
import type { ClockPage, DueItem } from './tool-models.ts';

const path = '/_sandbox/clock';
const done = {
  moved: 'The clock has advanced. Everything that fell due has run.',
  frozen: 'The clock is frozen.',
  resumed: 'The clock is running again.',
};
const dueShown = 10;
const endless = Number.MAX_SAFE_INTEGER;

/** The clock that every expiry, limit window and retry reads, and what it will bring next. */
export function clockPages(app: Hono<AppEnv>, parts: AppParts): void {
  const show = (c: Context<AppEnv>, form: RefusedForm = freshForm) => {
    const model = clockModel(parts.runtime, readerOf(c), form, c.req.query('done'));
    return page(c, form.refusal === '' ? 200 : 422, 'dashboard/clock', model);
  };
  const move = <Id extends OperationId>(
    c: Context<AppEnv>,
    operation: Id,
    name: keyof typeof done,
    ask: Action<Id>['ask'],
  ) =>
    act(c, parts, {
      operation,
      ask,
      next: () => `${path}?done=${name}`,
      again: (form) => show(c, form),
    });

  app.get(path, (c) => show(c));
  app.post(`${path}/advance`, (c) =>
    move(c, 'advanceClock', 'moved', (read) => ({ body: { by: (read('step') || read('by')).trim() } })),
  );
  app.post(`${path}/freeze`, (c) => move(c, 'freezeClock', 'frozen', freezeAsked));
  app.post(`${path}/resume`, (c) => move(c, 'resumeClock', 'resumed', () => ({})));
}

const written = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/;

/** A day or a time as people write it; without a zone it is UTC, as everything here is. */
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
  doneName: string | undefined,
): ClockPage {
  const { clock } = runtime;
  const now = isoTime(clock.now());
  return {
    ...toolFrame(runtime, reader, 'clock', form, doneWords(done, doneName)),
    now,
    isFrozen: clock.frozen,
    offset: offsetWords(clock.now() - Date.now()),
    steps: ['1m', '5m', '10m', '1h', '1d'],
    advance: textField(form, 'by', 'Another time', { placeholder: '90s', hint: 'Such as 250ms, 90s, 2h.' }),
    freezeAt: textField(form, 'at', 'At', {
      placeholder: now,
      hint: 'A day, or a day and a time, in UTC; empty for now.',
    }),
    due: dueItems(runtime),
  };
}

function dueItems({ store, clock }: Runtime): DueItem[] {
  const now = clock.now();
  const item = (at: number, what: string, href: string) => ({
    at: isoTime(at),
    left: at <= now ? 'now' : `in ${spanWords(at - now)}`,
    what,
    href,
  });
  const codes = store.due.codes(dueShown).map(({ at, mobileNumber: number }) => {
    return item(at, `The code for ${number} expires`, `/_sandbox/inbox/${encodeURIComponent(number)}`);
  });
  const checkouts = store.due.checkouts(dueShown).map(({ at, transactionId: id }) => {
    return item(at, `The checkout of transaction ${id} expires`, `/_sandbox/transactions/${id}`);
  });
  const callbacks = store.due.callbacks(dueShown, endless).map(({ nextAttemptAt: at, id }) => {
    return item(at ?? now, `Callback ${id} will be retried`, `/_sandbox/callbacks/${id}`);
  });
  return [...codes, ...checkouts, ...callbacks]
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .slice(0, dueShown);
}

function offsetWords(offsetMs: number): string {
  if (Math.abs(offsetMs) < 1000) return 'the same as this machine’s clock';
  return `${spanWords(Math.abs(offsetMs))} ${offsetMs > 0 ? 'ahead of' : 'behind'} this machine’s clock`;
}

/** The two greatest units of a span: `1 d 2 h`, `4 min 30 s`. */
function spanWords(ms: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ] as const;
  let left = Math.max(ms, 1000);
  const parts = units.map(([unit, unitMs]) => {
    const count = Math.floor(left / unitMs);
    left -= count * unitMs;
    return { count, text: `${count} ${unit}` };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ text }) => text)
    .join(' ');
}
