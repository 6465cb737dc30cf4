import type { Connection } from './connection.ts';
import type { Fault, NewFault } from './contract.ts';

/** Makes the next calls of the merchant API fail. */
export class Faults {
  readonly #connection: Connection;
  readonly #account: string | undefined;

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  /** A client of one account adds it for that account's calls. */
  add(fault: NewFault): Promise<Fault> {
    const account = this.#account === undefined ? {} : { account: this.#account };
    return this.#connection.call('addFault', { body: { ...fault, match: { ...account, ...fault.match } } });
  }

  async list(): Promise<readonly Fault[]> {
    const query = { limit: 200, account: this.#account };
    return (await this.#connection.call('listFaults', { query })).data;
  }

  async remove(id: string): Promise<void> {
    await this.#connection.call('removeFault', { params: { id } });
  }

  /** A client of one account leaves the other accounts' alone. */
  async clear(): Promise<void> {
    await this.#connection.call('clearFaults', { query: { account: this.#account } });
  }
}
