import { objectGiven } from './arguments.ts';
import type { AnswerOf, Connection, QueryOf } from './connection.ts';
import type { Page, RequestLogEntry, Transaction, TransactionWithTimeline } from './contract.ts';
import type { Wait } from './words.ts';

export type TransactionFilter = Omit<QueryOf<'listTransactions'>, 'account'>;

export class Transactions {
  readonly #connection: Connection;
  readonly #account: string | undefined;

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  async list(filter: TransactionFilter = {}): Promise<Page<Transaction>> {
    const query = { ...objectGiven('filter', filter), account: this.#account };
    return this.#connection.call('listTransactions', { query });
  }

  /** Returns a transaction with its timeline, oldest first. */
  get(id: string): Promise<TransactionWithTimeline> {
    return this.#connection.call('getTransaction', { params: { id } });
  }

  /** Everything recorded about the payment, without keys. `start --from` opens it in another sandbox. */
  export(id: string): Promise<AnswerOf<'exportStory'>> {
    return this.#connection.call('exportStory', { params: { id } });
  }
}

export type RequestFilter = Omit<QueryOf<'listRequests'>, 'account' | 'after' | 'wait'>;

/** The request log of the merchant API. */
export class Requests {
  readonly #connection: Connection;
  readonly #account: string | undefined;

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  /** Lists requests, newest first. `after` returns only later ones, and `wait` waits for the first. */
  async list(filter: RequestFilter & Wait & { after?: string } = {}): Promise<AnswerOf<'listRequests'>> {
    const { signal, ...wanted } = objectGiven('filter', filter);
    return this.#connection.call('listRequests', { query: { ...wanted, account: this.#account }, signal });
  }

  get(id: string): Promise<RequestLogEntry> {
    return this.#connection.call('getRequest', { params: { id } });
  }

  /** Sends a request again with the account's current keys. Returns the log entry of the new call. */
  async replay(id: string, change: { readonly invoice_no?: string } = {}): Promise<RequestLogEntry> {
    const body = objectGiven('change', change);
    return this.#connection.call('replayRequest', { params: { id }, body });
  }
}
