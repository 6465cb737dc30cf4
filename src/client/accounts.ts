import { AccountClient, credentialsOf } from './account-client.ts';
import { objectGiven } from './arguments.ts';
import type { Connection } from './connection.ts';
import type { Account, AccountChange, NewAccount, RenewCredentialBody } from './contract.ts';
import { everyRow } from './every-row.ts';

/** The accounts of the sandbox. */
export class Accounts {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Creates an account and returns a client for it. By default, it is approved, has every gateway turned on,
   * and gets its own keys. Fails with `ALREADY_TAKEN` if another account has the same ID, key or token.
   */
  async create(account: NewAccount = {}): Promise<AccountClient> {
    return this.#clientOf(
      await this.#connection.call('createAccount', { body: objectGiven('account', account) }),
    );
  }

  /** Returns a client for an existing account. */
  async open(id: string): Promise<AccountClient> {
    return this.#clientOf(await this.get(id));
  }

  /** Lists all accounts, with their secrets masked. */
  async list(): Promise<readonly Account[]> {
    return everyRow(
      (query) => this.#connection.call('listAccounts', { query }),
      ({ id }) => id,
    );
  }

  get(id: string): Promise<Account> {
    return this.#connection.call('getAccount', { params: { id } });
  }

  /** Applies all changes or none. */
  async change(id: string, change: AccountChange): Promise<Account> {
    const body = objectGiven('change', change);
    return this.#connection.call('changeAccount', { params: { id }, body });
  }

  /** Creates a new token or key. The old one stops working immediately. */
  renew(id: string, what: RenewCredentialBody['what']): Promise<Account> {
    return this.#connection.call('renewCredential', { params: { id }, body: { what } });
  }

  #clientOf(account: Account): AccountClient {
    return new AccountClient(this.#connection, credentialsOf(account), account.id);
  }
}
