import type { GatewayToken } from '../gateways/gateway.ts';
import { type Connection, segment } from './connection.ts';
import type {
  Page,
  RequestLogEntry,
  Transaction,
  TransactionStatus,
  TransactionWithTimeline,
} from './shapes.ts';
import type { Mode, Named, Paging, Wait } from './words.ts';

export interface TransactionFilter extends Paging {
  readonly invoice_no?: string;
  readonly gateway?: Named<GatewayToken>;
  readonly status?: TransactionStatus;
  readonly mode?: Mode;
}

export class Transactions {
  readonly #connection: Connection;
  readonly #account: string | undefined;

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  list(filter: TransactionFilter = {}): Promise<Page<Transaction>> {
    return this.#connection.get('transactions', { query: { ...filter, account: this.#account } });
  }

  /** With everything that happened to it, in its order. */
  get(id: string): Promise<TransactionWithTimeline> {
    return this.#connection.get(`transactions/${segment(id)}`);
  }
}

export interface RequestFilter extends Paging {
  readonly gateway?: Named<GatewayToken>;
  /** An error code of the answer. */
  readonly code?: string;
}

/** The log of the merchant API. */
export class Requests {
  readonly #connection: Connection;
  readonly #account: string | undefined;

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  /** Newest first; `after` gives those behind one alone, and `wait` waits for the first. */
  list({
    signal,
    ...filter
  }: RequestFilter & Wait & { after?: string } = {}): Promise<Page<RequestLogEntry>> {
    return this.#connection.get('requests', { query: { ...filter, account: this.#account }, signal });
  }

  get(id: string): Promise<RequestLogEntry> {
    return this.#connection.get(`requests/${segment(id)}`);
  }

  /** Sends it once more with the account's present keys; gives the entry of the new call. */
  replay(id: string, change: { readonly invoice_no?: string } = {}): Promise<RequestLogEntry> {
    return this.#connection.post(`requests/${segment(id)}/replay`, { body: change });
  }
}
