import type { Tampering } from '../settings/settings.ts';
import { type Connection, segment } from './connection.ts';
import type { Callback, Page } from './shapes.ts';
import { type Paging, usualWait, type Wait } from './words.ts';

export interface CallbackFilter extends Paging {
  readonly transaction_id?: string;
  readonly invoice_no?: string;
  readonly status?: Callback['status'];
}

export interface Settled extends Wait {
  readonly transaction_id?: string;
}

/** Without any of these, the same bytes to the same address. */
export interface Resend {
  readonly url?: string;
  /** Other fields: a text in the place of one, null to leave it out. */
  readonly fields?: Readonly<Record<string, string | null>>;
  /** Sign the other fields anew. */
  readonly sign?: boolean;
  /** What is to be wrong with it. */
  readonly tamper?: Tampering;
  /** How often it is sent. */
  readonly copies?: number;
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
    return this.#connection.get('callbacks', { query: { ...filter, account: this.#account } });
  }

  get(id: string): Promise<Callback> {
    return this.#connection.get(`callbacks/${segment(id)}`);
  }

  /**
   * Settles when no callback, of this account or of the whole sandbox, is pending or under way; with `transaction_id`, none of that
   * transaction. `NOT_SETTLED` when the wait is over.
   */
  async settled({ wait = usualWait, signal, ...filter }: Settled = {}): Promise<void> {
    const query = { ...filter, wait, account: this.#account };
    await this.#connection.post('callbacks/settled', { query, signal });
  }

  /** Sends it once more; `settled` tells when that is done. */
  resend(id: string, resend: Resend = {}): Promise<Callback> {
    return this.#connection.post(`callbacks/${segment(id)}/resend`, { body: resend });
  }

  hold(id: string): Promise<Callback> {
    return this.#connection.post(`callbacks/${segment(id)}/hold`);
  }

  release(id: string): Promise<Callback> {
    return this.#connection.post(`callbacks/${segment(id)}/release`);
  }
}
