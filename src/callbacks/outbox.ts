import type { DatedWork } from '../alarms.ts';
import type { Runtime } from '../runtime.ts';
import { settingMs } from '../settings.ts';
import type { AttemptEnd, Callback } from '../store/callbacks.ts';
import { Courier, type Delivered, requestBytes } from './deliver.ts';
import { nextTryAt, retryAfterMs } from './schedule.ts';

const mostAtOnce = 16;
const mostToOneTarget = 4;
const stopPatienceMs = 5000;

interface UnderWay {
  readonly callback: Callback;
  readonly number: number;
  readonly target: string;
}

/**
 * Sends what the outbox holds: at least once, until it is delivered or its schedule ends. At most 4 attempts to one target and 16 in
 * all are under way, and a slow target holds up nobody else. Nothing here is awaited by a request.
 */
export class Outbox implements DatedWork {
  readonly #runtime: Runtime;
  readonly #courier: Courier;
  readonly #underWay = new Map<number, UnderWay>();
  readonly #attempts = new Set<Promise<void>>();
  #abort = new AbortController();
  #stopped = false;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#courier = new Courier(runtime.addresses);
  }

  /** When the next callback that is not under way is due; undefined while nothing more can be sent. */
  soonest(): number | undefined {
    if (this.#stopped || this.#underWay.size >= mostAtOnce) return undefined;
    return this.#sendable(Number.MAX_SAFE_INTEGER)[0]?.nextAttemptAt ?? undefined;
  }

  async run(now: number): Promise<void> {
    const chosen = this.#sendable(now);
    if (chosen.length === 0) return;
    const begun = await this.#runtime.store.commit(() =>
      chosen.flatMap((callback) => this.#begin(callback, now)),
    );
    for (const attempt of begun) this.#start(attempt);
  }

  /** Callbacks with an attempt under way. */
  get busy(): ReadonlySet<number> {
    return new Set(this.#underWay.keys());
  }

  /** Ends every attempt under way without writing what came of it: what it belonged to is gone. */
  abandon(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#underWay.clear();
  }

  /** No new attempts; those under way get 5 s, and what is not delivered by then stays pending. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const patience = new Promise((resolve) => setTimeout(resolve, stopPatienceMs).unref());
    await Promise.race([Promise.all(this.#attempts), patience]);
    this.#abort.abort();
    this.#courier.close();
  }

  #sendable(now: number): Callback[] {
    const perTarget = new Map<string, number>();
    for (const { target } of this.#underWay.values()) perTarget.set(target, (perTarget.get(target) ?? 0) + 1);
    const full = [...perTarget].filter(([, count]) => count >= mostToOneTarget).map(([target]) => target);
    const due = this.#runtime.store.callbacks.due(now, 2 * mostAtOnce, full);
    const chosen: Callback[] = [];
    for (const callback of due) {
      const count = perTarget.get(callback.target) ?? 0;
      if (this.#underWay.has(callback.id) || count >= mostToOneTarget) continue;
      if (this.#underWay.size + chosen.length >= mostAtOnce) break;
      perTarget.set(callback.target, count + 1);
      chosen.push(callback);
    }
    return chosen;
  }

  /** Counts the attempt and dates the next one before anything is sent. Empty when the callback has changed meanwhile. */
  #begin(callback: Callback, now: number): UnderWay[] {
    const { store, settings, ids } = this.#runtime;
    const current = store.callbacks.get(callback.id);
    if (current?.status !== 'pending' || this.#underWay.has(callback.id)) return [];
    const tries = current.tries + 1;
    const next = nextTryAt(settings.current.callback.mode, tries, now, ids.fraction());
    // Until the attempt has ended, a crash must lead to another one even at the end of the schedule.
    store.callbacks.countTry(callback.id, next ?? now + settingMs(settings.current.callback.timeout));
    const number = store.callbacks.beginAttempt(callback.id, now, current.url, requestBytes(current));
    const underWay = { callback: current, number, target: current.target };
    this.#underWay.set(callback.id, underWay);
    return [underWay];
  }

  #start(underWay: UnderWay): void {
    const attempt = this.#attempt(underWay).finally(() => {
      this.#attempts.delete(attempt);
      this.#runtime.alarms.check();
    });
    this.#attempts.add(attempt);
  }

  async #attempt(underWay: UnderWay): Promise<void> {
    const { store, settings } = this.#runtime;
    const { signal } = this.#abort;
    const timeoutMs = settingMs(settings.current.callback.timeout);
    const { method, url, body } = underWay.callback;
    const delivered = await this.#courier.send({ method, url, body, timeoutMs }, signal);
    if (signal.aborted) return;
    await store
      .commit(() => {
        if (signal.aborted) return;
        // Before the journal tells of it: who waits until nothing is under way looks then.
        this.#over(underWay);
        this.#end(underWay, delivered);
      })
      // Not stored (disk full, stopped): the attempt stays without an end, and its callback pending.
      .catch(() => this.#over(underWay));
  }

  #over(underWay: UnderWay): void {
    if (this.#underWay.get(underWay.callback.id) === underWay) this.#underWay.delete(underWay.callback.id);
  }

  #end({ callback, number }: UnderWay, delivered: Delivered): void {
    const { store, clock, settings, ids } = this.#runtime;
    store.callbacks.endAttempt(callback.id, number, endOf(delivered));
    const current = store.callbacks.get(callback.id);
    if (!current) return;
    const success = 'status' in delivered && isDelivered(current.method, delivered.status);
    this.#tell(current, 'callback.attempted', { number, ...outcome(delivered), delivered: success });
    if (current.status !== 'pending') return;
    const now = clock.now();
    const next = nextTryAt(settings.current.callback.mode, current.tries, now, ids.fraction());
    if (success) this.#settle(current, 'delivered', null);
    else if (next === undefined) this.#settle(current, 'exhausted', null);
    else this.#settle(current, 'pending', now + (retryAfterOf(delivered, now) ?? next - now));
  }

  #settle(
    callback: Callback,
    status: 'pending' | 'delivered' | 'exhausted',
    nextAttemptAt: number | null,
  ): void {
    this.#runtime.store.callbacks.setStatus(callback.id, status, nextAttemptAt);
    if (nextAttemptAt !== null) this.#runtime.alarms.note(nextAttemptAt);
    if (status !== 'pending') this.#tell(callback, `callback.${status}`, {});
  }

  #tell(
    callback: Callback,
    type: 'callback.attempted' | 'callback.delivered' | 'callback.exhausted',
    data: Readonly<Record<string, unknown>>,
  ): void {
    const { accountId, transactionId, invoiceNo, id } = callback;
    this.#runtime.journal.append({
      type,
      accountId,
      transactionId,
      invoiceNo,
      data: { callback_id: String(id), ...data },
    });
  }
}

/** POST: 2xx. GET: 2xx or 3xx, for the merchant's return page may well redirect. */
function isDelivered(method: 'GET' | 'POST', status: number): boolean {
  return status >= 200 && status < (method === 'GET' ? 400 : 300);
}

function endOf(delivered: Delivered): AttemptEnd {
  if ('error' in delivered) {
    const { durationMs, error } = delivered;
    return { durationMs, answerStatus: null, answerHeaders: null, answerBody: null, error };
  }
  return {
    durationMs: delivered.durationMs,
    answerStatus: delivered.status,
    answerHeaders: JSON.stringify(delivered.headers),
    answerBody: delivered.body,
    error: null,
  };
}

function outcome(delivered: Delivered): Readonly<Record<string, unknown>> {
  return 'status' in delivered ? { status: delivered.status } : { error: delivered.error };
}

function retryAfterOf(delivered: Delivered, now: number): number | undefined {
  if (!('status' in delivered) || (delivered.status !== 429 && delivered.status !== 503)) return undefined;
  return retryAfterMs(delivered.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1], now);
}
