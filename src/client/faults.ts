import { objectGiven } from './arguments.ts';
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
  async add(fault: NewFault): Promise<Fault> {
    const { match = {}, ...rest } = objectGiven('fault', fault);
    const account = this.#account === undefined ? {} : { account: this.#account };
    const body = { ...rest, match: { ...account, ...objectGiven('fault.match', match) } };
    return this.#connection.call('addFault', { body });
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
