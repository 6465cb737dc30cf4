import type { Outbox } from '../callbacks/outbox.ts';
import { beginning } from '../host/beginning.ts';
import { printable } from '../host/printable.ts';
import { journalEvent } from '../journal/journal-event.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Callback } from '../store/callbacks.ts';
import type { EventRow } from '../store/events.ts';

/** Which callbacks to consider. Null means any account or any transaction. */
export interface Scope {
  readonly accountId: string | null;
  readonly transactionId: number | null;
  /** Whether to wait for the retries of a refused callback. */
  readonly retries: boolean;
}

/** How many callbacks a message names at most. */
const mostNamed = 20;
/** Refused forged callbacks are skipped. Search this many rows for others. */
const mostPassedOver = 2000;

/** Callbacks that are pending or under way, at most `mostNamed` of them. */
export function unsettled({ store }: Runtime, outbox: Outbox, scope: Scope): number[] {
  const { accountId, transactionId } = scope;
  const isMeant = (id: number) => {
    if (accountId === null && transactionId === null) return true;
    const callback = store.callbacks.get(id);
    return (
      (accountId ?? callback?.accountId) === callback?.accountId &&
      (transactionId ?? callback?.transactionId) === callback?.transactionId
    );
  };
  const busy = outbox.busyWith.filter(isMeant);
  const pending = (limit: number) =>
    store.callbacks.pending(accountId, transactionId, limit).filter((id) => {
      const callback = scope.retries ? undefined : store.callbacks.get(id);
      // Your app is right to refuse a forged callback, so its retries do not count.
      return !callback || callback.tamper === null || !store.callbacks.hasEnded(callback);
    });
  const some = pending(mostNamed);
  const found = new Set([...(some.length > 0 ? some : pending(mostPassedOver)), ...busy]);
  return [...found].slice(0, mostNamed);
}

/** A genuine callback that your app refused and that is not sent again soon, or, with `retries`, at all. */
export function refusalOf(runtime: Runtime, outbox: Outbox, scope: Scope): Callback | undefined {
  if (scope.retries)
    return unsettled(runtime, outbox, scope).length === 0 ? givenUp(runtime, scope) : undefined;
  const { store, clock } = runtime;
  const busy = new Set(outbox.busyWith);
  const now = clock.now();
  const waiting = unsettled(runtime, outbox, scope)
    .filter((id) => !busy.has(id))
    .flatMap((id) => store.callbacks.get(id) ?? [])
    // An attempt that was cut off says nothing about your app.
    .find((callback) => (callback.nextAttemptAt ?? now) > now && store.callbacks.hasEnded(callback));
  return waiting ?? givenUp(runtime, scope);
}

/** The first genuine callback that, by these events, has no attempts left. */
export function givenUpIn({ store }: Runtime, ends: readonly EventRow[]): Callback | undefined {
  return ends
    .filter(({ type }) => type === 'callback.exhausted')
    .flatMap((row) => store.callbacks.get(Number(journalEvent(row).callback_id)) ?? [])
    .find(({ status, tamper }) => status === 'exhausted' && tamper === null);
}

/** Only for a single transaction, because an account also has failed callbacks from earlier tests. */
function givenUp({ store }: Runtime, { transactionId, accountId }: Scope): Callback | undefined {
  if (transactionId === null) return undefined;
  return store.callbacks
    .list(
      { transactionId, status: 'exhausted', accountId: accountId ?? undefined },
      { limit: mostNamed, before: Number.MAX_SAFE_INTEGER },
    )
    .find(({ tamper }) => tamper === null);
}

/** What the app answered, and what happens next. */
export function refusalWords(runtime: Runtime, callback: Callback): string {
  const next =
    callback.status === 'exhausted'
      ? 'there are no more attempts'
      : `${nextAttempt(runtime, callback)}; ${howToGetIt(runtime, callback)}`;
  return sentences(`${nameOf(callback)} was not accepted: ${lastAnswer(runtime, callback)}`, next);
}

/** Each callback, with the reason why it is not settled. */
export function unsettledWords(runtime: Runtime, outbox: Outbox, ids: readonly number[]): string {
  const busy = new Set(outbox.busyWith);
  const each = ids.flatMap((id) => {
    const callback = runtime.store.callbacks.get(id);
    return callback ? `${nameOf(callback)} ${whyPending(runtime, callback, busy.has(id))}` : [];
  });
  return each.length === 0
    ? 'Callbacks were still pending when the wait ended.'
    : `Still pending: ${each.join('; ')}.`;
}

function whyPending(runtime: Runtime, callback: Callback, isBusy: boolean): string {
  if (isBusy) return 'is being sent, and your app has not answered yet';
  const next = nextAttempt(runtime, callback);
  if (callback.tries > 0) {
    const outcome = runtime.store.callbacks.hasEnded(callback) ? 'was not accepted' : 'has no answer yet';
    return `${outcome} (${lastAnswer(runtime, callback)}): ${next}`;
  }
  return callback.afterReturnMs === null
    ? `waits for its time: ${next}`
    : `waits for the browser to return: without it, ${next}`;
}

function nameOf({ id, invoiceNo, url }: Callback): string {
  return `callback ${id} of ${quoted(invoiceNo)} to ${printable(url.slice(0, 200))}`;
}

function lastAnswer({ store: { callbacks } }: Runtime, callback: Callback): string {
  // One that was cut off or sent something else says nothing about what the app made of this callback.
  const last = callbacks.lastEndedAttempt(callback) ?? callbacks.lastOwnAttempt(callback);
  if (last?.answerStatus == null) return last?.error ?? 'there was no answer';
  const body = callbacks.attempt(callback.id, last.number)?.answer?.toString('utf8') ?? '';
  const line = body.trim().split('\n')[0]?.trim();
  return `your app answered ${last.answerStatus}${line ? ` ${quoted(line)}` : ''}`;
}

function nextAttempt({ clock, store }: Runtime, { id, nextAttemptAt }: Callback): string {
  const number = (store.callbacks.lastAttempt(id)?.number ?? 0) + 1;
  if (nextAttemptAt === null) return `attempt ${number} has no time yet`;
  const ms = nextAttemptAt - clock.now();
  if (ms <= 0) return `attempt ${number} is about to be sent`;
  const frozen = clock.frozen ? ' of the sandbox’s clock, which is frozen' : '';
  return `attempt ${number} is due in ${Math.ceil(ms / 100) / 10} s${frozen}`;
}

/** Waiting for a frozen clock would be in vain. */
function howToGetIt({ clock }: Runtime, { nextAttemptAt }: Callback): string {
  return clock.frozen && nextAttemptAt !== null && nextAttemptAt > clock.now()
    ? 'to get it, advance the clock or let it run'
    : 'to wait for it, ask with retries';
}

function sentences(...parts: readonly string[]): string {
  return parts.map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`).join(' ');
}

/** Without control characters, because a terminal shows this message. */
function quoted(text: string): string {
  return printable(JSON.stringify(beginning(text, 120)));
}
