import { objectGiven } from './arguments.ts';
import type { Connection } from './connection.ts';
import type { Fault, NewFault } from './contract.ts';

/** Makes the next calls to the merchant API fail. */
export class Faults {
  readonly #connection: Connection;
  readonly #account: string | undefined;

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  /** Adds a fault. A client for one account limits it to that account's calls. */
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

  /** Removes the faults. A client for one account keeps those of other accounts. */
  async clear(): Promise<void> {
    await this.#connection.call('clearFaults', { query: { account: this.#account } });
  }
}
