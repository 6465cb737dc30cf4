import { timelineOf } from '../../journal/timeline.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Step } from './page-models.ts';

type Entry = ReturnType<typeof timelineOf>[number];

/** A sentence for an entry of the timeline, and how it went. */
interface Told {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly ok?: boolean | undefined;
  readonly href?: string | undefined;
}

/** Everything that happened to a transaction as a person would tell it, each node with the way to its own record. */
export function storyOf(runtime: Runtime, transactionId: number): Step[] {
  return timelineOf(runtime.store, transactionId).map((entry) => {
    const { title, detail = '', ok, href = eventHref(entry, transactionId) } = told(runtime, entry);
    return { at: entry.at, title, detail, ok, href };
  });
}

/** What has no page of its own is shown as the journal has it. */
function eventHref(entry: Entry, transactionId: number): string {
  const query = { after: String(Number(entry.id) - 1), transaction_id: String(transactionId), limit: '1' };
  return `/_sandbox/api/events?${new URLSearchParams(query)}`;
}

function told(runtime: Runtime, entry: Entry): Told {
  if (entry.type === 'request') return request(entry);
  if (entry.type.startsWith('otp.')) return phone(entry);
  if (entry.type.startsWith('callback.')) return callback(entry);
  const tell = tellers[entry.type];
  // A kind of event that is newer than these words is shown by its name.
  return tell ? tell((name) => text(entry, name), runtime) : { title: entry.type };
}

type Tell = (read: (name: string) => string, runtime: Runtime) => Told;

const tellers: Readonly<Record<string, Tell>> = {
  'transaction.started': () => ({ title: 'The checkout was opened' }),
  'transaction.completed': (read, runtime) => ({
    title: 'Paid',
    detail: read('payment_method') && `by ${runtime.names.of(read('payment_method'))}`,
    ok: true,
  }),
  'transaction.canceled': () => ({ title: 'The customer canceled', ok: false }),
  'transaction.declined': (read) => ({
    title: 'Declined for good',
    detail: reasonOf(read('reason')),
    ok: false,
  }),
  'transaction.expired': () => ({ title: 'The checkout expired', ok: false }),
  'checkout.method_chosen': (read, runtime) => ({
    title: 'The customer chose a payment method',
    detail: runtime.names.of(read('payment_method')),
  }),
  'checkout.challenge': (read) => challenge(read('result')),
  'checkout.went_back': () => ({ title: 'The customer went back to the first page' }),
  'checkout.declined': (read) => ({
    title: 'The payment was declined; the customer may try again',
    detail: reasonOf(read('reason')),
    ok: false,
  }),
  'checkout.extended': (read) => ({
    title: 'The checkout was extended',
    detail: `until ${read('expires_at')}`,
  }),
  'checkout.returned': () => ({ title: 'The browser was sent back to your app' }),
};

function request(entry: Entry): Told {
  const read = (name: string) => text(entry, name);
  const action = /\/([^/?]+)(?:\?.*)?$/.exec(read('path'))?.[1] ?? 'the API';
  const ok = Number(read('status')) < 400;
  return {
    title: ok
      ? `Your app called ${action}: ${read('status')}`
      : `${action} was rejected: ${read('status')} ${read('code')}`,
    detail: `${read('method')} ${read('path')}`,
    ok,
    href: `/_sandbox/requests/${read('request_id')}`,
  };
}

const phoneWords: Readonly<Record<string, readonly [title: string, ok?: boolean]>> = {
  'otp.sent': ['A code was sent to the phone'],
  'otp.wrong_code': ['A wrong code was tried', false],
  'otp.used': ['The right code was used', true],
  'otp.expired': ['The code expired', false],
  'otp.superseded': ['A newer code replaced it'],
  'otp.locked': ['The phone was locked', false],
};

function phone(entry: Entry): Told {
  const [title, ok] = phoneWords[entry.type] ?? [entry.type];
  const number = text(entry, 'mobile_number');
  const href = number && `/_sandbox/inbox/${encodeURIComponent(number)}#otp-${text(entry, 'otp_id')}`;
  return { title, detail: number, ok, href: href || undefined };
}

const callbackWords: Readonly<Record<string, readonly [title: string, ok?: boolean]>> = {
  'callback.created': ['A callback is due'],
  'callback.delivered': ['The callback was delivered', true],
  'callback.exhausted': ['The callback failed', false],
  'callback.held': ['The callback was held back'],
  'callback.released': ['The callback was released'],
};

function callback(entry: Entry): Told {
  const read = (name: string) => text(entry, name);
  const href = `/_sandbox/callbacks/${read('callback_id')}`;
  const forged = read('tampered') && `forged: ${read('tampered')}`;
  if (entry.type === 'callback.attempted')
    return { ...attempt(read, forged), href: `${href}#attempt-${read('number')}` };
  const [title, ok] = callbackWords[entry.type] ?? [entry.type];
  // The query is signed, long and on the callback's own page.
  const to = read('method') && `${read('method')} ${read('url').replace(/\?.*$/s, '?…')}`;
  return { title, ok, href, detail: [to, forged, read('error')].filter(Boolean).join(' · ') };
}

function attempt(read: (name: string) => string, forged: string): Told {
  const answered = read('status') ? `your app responded ${read('status')}` : read('error');
  return {
    title: `Attempt ${read('number')} of callback ${read('callback_id')}`,
    detail: [answered, forged].filter(Boolean).join(' · '),
    ok: read('delivered') === 'true',
  };
}

function challenge(result: string): Told {
  if (result === 'asked') return { title: 'The bank asked the customer to confirm' };
  const ok = result === 'authenticated' || result === 'attempted';
  return { title: `The bank answered: ${result}`, ok };
}

function reasonOf(reason: string): string {
  return reason.replaceAll('_', ' ');
}

function text(entry: Entry, name: string): string {
  const value = entry[name];
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
