import type { EventType } from '../journal/event-type.ts';
import { type JournalEvent, journalEvent } from '../journal/journal-event.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { EventRow } from '../store/events.ts';
import { callbackEntryOf } from './log-callback.ts';
import type { LogEntry } from './log-entries.ts';

/** The log entry of an event. Undefined if another entry shows it, such as the call that caused it. */
export function eventEntryOf(runtime: Runtime, row: EventRow): LogEntry | undefined {
  const event = journalEvent(row);
  return makers[event.type]?.(runtime, event, row);
}

type Maker = (runtime: Runtime, event: JournalEvent, row: EventRow) => LogEntry | undefined;

const sandbox =
  (message: (event: JournalEvent) => string): Maker =>
  (_runtime, event) => ({
    kind: 'sandbox',
    ...commonOf(event, '/_sandbox/'),
    type: event.type,
    message: message(event),
  });

const makers: Readonly<Partial<Record<EventType, Maker>>> = {
  'otp.sent': codeEntryOf,
  'otp.locked': codeEntryOf,
  'transaction.completed': pageEntryOf,
  'transaction.canceled': pageEntryOf,
  'transaction.declined': pageEntryOf,
  'transaction.expired': pageEntryOf,
  'checkout.declined': pageEntryOf,
  'checkout.returned': pageEntryOf,
  'response.lost': lostEntryOf,
  'callback.attempted': callbackEntryOf,
  'callback.exhausted': callbackEntryOf,
  'callback.held': callbackEntryOf,
  'callback.released': callbackEntryOf,
  'fault.armed': sandbox(({ fault_id: id }) => `fault ${id} added`),
  'fault.removed': sandbox(({ fault_id: id }) => `fault ${id} removed`),
  'account.changed': sandbox(({ account }) => `account ${account ?? ''} changed`),
  'settings.changed': sandbox(({ settings }) => `settings changed: ${JSON.stringify(settings)}`),
  'clock.moved': sandbox(({ now, frozen }) => `clock ${frozen ? 'frozen at' : 'set to'} ${now}`),
  'snapshot.saved': sandbox(({ name }) => `snapshot ${name} saved`),
  'snapshot.restored': sandbox(({ name }) => `snapshot ${name} restored`),
  reset: sandbox(() => 'reset: all data cleared'),
};

function codeEntryOf({ store, names }: Runtime, event: JournalEvent): LogEntry {
  const otp = event.type === 'otp.sent' ? store.verifications.otp(Number(event.otp_id)) : undefined;
  return {
    kind: 'code',
    ...commonOf(event, '/_sandbox/inbox'),
    type: event.type,
    gateway: names.of(String(event.gateway)),
    code: otp?.code ?? null,
    mobile_number: event.mobile_number ?? null,
    amount: otp?.amount ?? null,
    process_id: event.process_id ?? null,
  };
}

function pageEntryOf({ store, names }: Runtime, event: JournalEvent, row: EventRow): LogEntry | undefined {
  // A wallet payment has no page, and its confirm call is logged.
  if (row.processId !== null) return undefined;
  const transaction = row.transactionId === null ? undefined : store.transactions.get(row.transactionId);
  return {
    kind: 'page',
    ...commonOf(event, `/_sandbox/transactions/${row.transactionId}`),
    type: event.type,
    gateway: names.of(String(event.gateway)),
    invoice_no: event.invoice_no ?? null,
    transaction_id: event.transaction_id ?? null,
    amount: transaction?.amount ?? null,
    currency: transaction?.currency ?? null,
    payment_method: typeof event.payment_method === 'string' ? names.of(event.payment_method) : null,
    reason: typeof event.reason === 'string' ? event.reason : null,
  };
}

function lostEntryOf(_runtime: Runtime, event: JournalEvent): LogEntry {
  return {
    kind: 'sandbox',
    ...commonOf(event, `/_sandbox/transactions/${event.transaction_id}`),
    type: event.type,
    message: `the response about ${JSON.stringify(event.invoice_no)} did not reach your app (${event.fault})`,
  };
}

function commonOf({ id, at, account }: JournalEvent, page: string) {
  return { id, at, account: account ?? null, page };
}
