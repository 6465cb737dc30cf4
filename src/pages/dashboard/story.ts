import type { EventType } from '../../journal/event-type.ts';
import { timelineOf } from '../../journal/timeline.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { answerToForgery, mustBeRefused } from '../../settings/delivery.ts';
import type { Reader } from '../reader.ts';
import { attemptHref } from './callback-page.ts';
import { forgedWords, isRightAnswer } from './callback-result.ts';
import type { Step } from './page-models.ts';

type Entry = ReturnType<typeof timelineOf>[number];
type Words = Reader['t']['dashboard']['story'];

/** A timeline entry as a sentence, and whether it succeeded. */
interface Told {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly ok?: boolean | undefined;
  readonly href?: string | undefined;
}

/** The timeline of a transaction in plain sentences. A step links to its record if it has one. */
export function storyOf(runtime: Runtime, { t }: Reader, transactionId: number): Step[] {
  return timelineOf(runtime.store, transactionId).map((entry) => {
    const { title, detail = '', ok, href } = told(runtime, t, entry);
    return { at: entry.at, title, detail, ok, href };
  });
}

function told(runtime: Runtime, t: Reader['t'], entry: Entry): Told {
  const words = t.dashboard.story;
  if (entry.type === 'request') return request(words, entry);
  if (entry.type.startsWith('otp.')) return phone(words, entry);
  if (entry.type.startsWith('callback.')) return callback(runtime, t, entry);
  const tell = tellers[entry.type];
  // An unknown event type is shown by its name.
  return tell ? tell((name) => text(entry, name), runtime, words) : { title: entry.type };
}

type Tell = (read: (name: string) => string, runtime: Runtime, words: Words) => Told;

const tellers: Readonly<Partial<Record<EventType, Tell>>> = {
  'transaction.started': (_read, _runtime, { started }) => ({ title: started }),
  'transaction.completed': (read, runtime, { paid, paidBy }) => ({
    title: paid,
    detail: read('payment_method') && paidBy(runtime.names.of(read('payment_method'))),
    ok: true,
  }),
  'transaction.canceled': (_read, _runtime, { canceled }) => ({ title: canceled, ok: false }),
  'transaction.declined': (read, _runtime, { declined }) => ({
    title: declined,
    detail: reasonOf(read('reason')),
    ok: false,
  }),
  'transaction.expired': (_read, _runtime, { expired }) => ({ title: expired, ok: false }),
  'checkout.method_chosen': (read, runtime, { methodChosen }) => ({
    title: methodChosen,
    detail: runtime.names.of(read('payment_method')),
  }),
  'checkout.challenge': (read, _runtime, words) => challenge(words, read('result')),
  'checkout.went_back': (_read, _runtime, { wentBack }) => ({ title: wentBack }),
  'checkout.declined': (read, _runtime, { tryAgain }) => ({
    title: tryAgain,
    detail: reasonOf(read('reason')),
    ok: false,
  }),
  'checkout.extended': (read, _runtime, { extended, until }) => ({
    title: extended,
    detail: until(read('expires_at')),
  }),
  'checkout.returned': (_read, _runtime, { returned }) => ({ title: returned }),
  'response.lost': (read, _runtime, { lost }) => ({ title: lost, detail: read('fault'), ok: false }),
};

function request(words: Words, entry: Entry): Told {
  const read = (name: string) => text(entry, name);
  const action = /\/([^/?]+)(?:\?.*)?$/.exec(read('path'))?.[1] ?? words.api;
  const ok = Number(read('status')) < 400;
  return {
    title: ok
      ? words.called(action, read('status'))
      : words.rejected(action, `${read('status')} ${read('code')}`),
    detail: `${read('method')} ${read('path')}`,
    ok,
    href: `/_sandbox/requests/${read('request_id')}`,
  };
}

const codesOk: Readonly<Partial<Record<Entry['type'], boolean>>> = {
  'otp.wrong_code': false,
  'otp.used': true,
  'otp.expired': false,
  'otp.locked': false,
};

function phone({ codes }: Words, entry: Entry): Told {
  const title = wordOf(codes, entry.type);
  const number = text(entry, 'mobile_number');
  const href = number && `/_sandbox/inbox/${encodeURIComponent(number)}#otp-${text(entry, 'otp_id')}`;
  return { title, detail: number, ok: codesOk[entry.type], href: href || undefined };
}

function callback({ store }: Runtime, t: Reader['t'], entry: Entry): Told {
  const read = (name: string) => text(entry, name);
  const id = Number(read('callback_id'));
  const forgery = forgeryIn(t, read('tampered'));
  if (entry.type === 'callback.attempted')
    return {
      ...attempt(t.dashboard.story, read, forgery),
      href: attemptHref(store, id, Number(read('number'))),
    };
  const isDone = entry.type === 'callback.delivered' && read('tampered') === '';
  const ok = entry.type === 'callback.exhausted' ? false : isDone || undefined;
  // Without the query: it is signed, long, and shown on the callback's own page.
  const to = read('method') && `${read('method')} ${read('url').replace(/\?.*$/s, '?…')}`;
  const isHeld = entry.type === 'callback.created' && store.callbacks.get(id)?.status === 'held';
  const parts = [to, isHeld ? t.dashboard.states.held : '', forgery, read('error')];
  return {
    title: wordOf(t.dashboard.story.callbacks, entry.type),
    ok,
    href: `/_sandbox/callbacks/${id}`,
    detail: detailOf(parts),
  };
}

function forgeryIn({ tamperings, dashboard }: Reader['t'], forgery: string): string {
  if (forgery === '') return '';
  const { edited, forged } = dashboard.story;
  return forgedWords(forgery, wordOf({ ...tamperings, edited }, forgery), forged);
}

/** A forgery answered with 2xx is a failure of the app, and only a refusal is right. */
function attempt(words: Words, read: (name: string) => string, forgery: string): Told {
  const answered = read('status') ? words.responded(read('status')) : read('error');
  const title = words.attempt(read('number'), read('callback_id'));
  const parts = [answered, forgery];
  if (!mustBeRefused(read('tampered') || null))
    return { title, detail: detailOf(parts), ok: read('delivered') === 'true' };
  const answer = answerToForgery(read('status') === '' ? undefined : Number(read('status')));
  const isProof = answer === 'accepted' || answer === 'rejected';
  return {
    title: answer === 'accepted' ? words.forgedAccepted : title,
    detail: detailOf([...parts, isProof ? '' : words.unproven]),
    ok: isRightAnswer[answer],
  };
}

function detailOf(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

function challenge({ bankAsked, bankAnswered }: Words, result: string): Told {
  if (result === 'asked') return { title: bankAsked };
  const ok = result === 'authenticated' || result === 'attempted';
  return { title: bankAnswered(result), ok };
}

/** An unknown name is shown as it is. */
function wordOf(words: Readonly<Record<string, string>>, name: string): string {
  return words[name] ?? name;
}

function reasonOf(reason: string): string {
  return reason.replaceAll('_', ' ');
}

function text(entry: Entry, name: string): string {
  const value = entry[name];
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
