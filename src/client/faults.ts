import { objectGiven, wrongArgument } from './arguments.ts';
import type { Connection } from './connection.ts';
import type { Fault, NewFault } from './contract.ts';
import { everyRow } from './every-row.ts';

/** Makes the next calls to the merchant API fail. */
export class Faults {
  readonly #connection: Connection;
  readonly #account: string | undefined;

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  /** Adds a fault. A client for one account limits it to that account's calls, and refuses another. */
  async add(fault: NewFault): Promise<Fault> {
    const { match = {}, ...rest } = objectGiven('fault', fault);
    const calls = objectGiven('fault.match', match);
    const account = this.#account ?? calls.account;
    if (calls.account !== undefined && calls.account !== account)
      throw wrongArgument('match.account', `${JSON.stringify(account)}, like this client`, calls.account);
    return this.#connection.call('addFault', { body: { ...rest, match: { ...calls, account } } });
  }

  /** Lists all faults, newest first, active and used up. */
  async list(): Promise<readonly Fault[]> {
    const account = this.#account;
    return everyRow(
      (query) => this.#connection.call('listFaults', { query: { ...query, account } }),
      ({ id }) => id,
    );
  }

  async remove(id: string): Promise<void> {
    await this.#connection.call('removeFault', { params: { id } });
  }

  /** Removes the faults. A client for one account keeps those of other accounts. */
  async clear(): Promise<void> {
    await this.#connection.call('clearFaults', { query: { account: this.#account } });
  }
}
