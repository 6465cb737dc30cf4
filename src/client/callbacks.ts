import type { Duration } from '../protocol/duration.ts';
import { objectGiven } from './arguments.ts';
import type { Connection, QueryOf } from './connection.ts';
import type { Attempt, Callback, Page, Resend } from './contract.ts';
import type { Wait } from './words.ts';

export type CallbackFilter = Omit<QueryOf<'listCallbacks'>, 'account'>;

export interface Settled extends Omit<Wait, 'wait'> {
  /** Real time: `'10s'`, or milliseconds, up to 10 minutes (default: 1.5 s, below test runners' timeouts). */
  readonly wait?: Duration;
  readonly transaction_id?: string;
  /** Wait for retries of a callback that your app refuses, instead of failing right away. */
  readonly retries?: boolean;
}

const settledWait: Duration = '1500ms';

/** The callbacks that the gateway sends to your app. */
export class Callbacks {
  readonly #connection: Connection;
  readonly #account: string | undefined;

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  async list(filter: CallbackFilter = {}): Promise<Page<Callback>> {
    const query = { ...objectGiven('filter', filter), account: this.#account };
    return this.#connection.call('listCallbacks', { query });
  }

  get(id: string): Promise<Callback> {
    return this.#connection.call('getCallback', { params: { id } });
  }

  /** Lists all attempts, newest first, at most 20 per page. A `Callback` contains only the newest 20. */
  async attempts(id: string, page: QueryOf<'listAttempts'> = {}): Promise<Page<Attempt>> {
    const query = objectGiven('page', page);
    return this.#connection.call('listAttempts', { params: { id }, query });
  }

  /**
   * Resolves when no callback of this account, the whole sandbox, or `transaction_id` is pending or being
   * sent. Rejects with `CALLBACK_REFUSED` as soon as your app refuses one: the message contains the address,
   * the status and the first line of the body. Refusals of forged callbacks are expected. Rejects with
   * `NOT_SETTLED` when the wait ends: the message says what is pending and why.
   */
  async settled(options: Settled = {}): Promise<void> {
    const { wait = settledWait, signal, retries, ...filter } = objectGiven('options', options);
    const query = {
      ...filter,
      wait,
      account: this.#account,
      ...(retries === true && { retries: 'true' as const }),
    };
    await this.#connection.call('waitUntilSettled', { query, signal });
  }

  /** Sends a callback again. `settled` resolves when that is done. With `dry_run`, nothing is sent. */
  async resend(id: string, resend: Resend = {}): Promise<Callback> {
    const body = objectGiven('resend', resend);
    return this.#connection.call('resendCallback', { params: { id }, body });
  }

  hold(id: string): Promise<Callback> {
    return this.#connection.call('holdCallback', { params: { id } });
  }

  release(id: string): Promise<Callback> {
    return this.#connection.call('releaseCallback', { params: { id } });
  }
}
