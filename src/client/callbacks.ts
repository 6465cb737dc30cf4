import type { Connection, QueryOf } from './connection.ts';
import type { Attempt, Callback, Page, Resend } from './contract.ts';
import { usualWait, type Wait } from './words.ts';

export type CallbackFilter = Omit<QueryOf<'listCallbacks'>, 'account'>;

export interface Settled extends Wait {
  readonly transaction_id?: string;
}

/** What the merchant is called with. */
export class Callbacks {
  readonly #connection: Connection;
  readonly #account: string | undefined;

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  list(filter: CallbackFilter = {}): Promise<Page<Callback>> {
    return this.#connection.call('listCallbacks', { query: { ...filter, account: this.#account } });
  }

  get(id: string): Promise<Callback> {
    return this.#connection.call('getCallback', { params: { id } });
  }

  /** Every attempt, newest first, at most 20 on a page; a `Callback` has the newest 20 alone. */
  attempts(id: string, page: QueryOf<'listAttempts'> = {}): Promise<Page<Attempt>> {
    return this.#connection.call('listAttempts', { params: { id }, query: page });
  }

  /**
   * Settles when no callback, of this account or of the whole sandbox, is pending or under way; with `transaction_id`, none of that
   * transaction. `NOT_SETTLED` when the wait is over.
   */
  async settled({ wait = usualWait, signal, ...filter }: Settled = {}): Promise<void> {
    const query = { ...filter, wait, account: this.#account };
    await this.#connection.call('waitUntilSettled', { query, signal });
  }

  /** Sends it once more; `settled` tells when that is done. */
  resend(id: string, resend: Resend = {}): Promise<Callback> {
    return this.#connection.call('resendCallback', { params: { id }, body: resend });
  }

  hold(id: string): Promise<Callback> {
    return this.#connection.call('holdCallback', { params: { id } });
  }

  release(id: string): Promise<Callback> {
    return this.#connection.call('releaseCallback', { params: { id } });
  }
}
