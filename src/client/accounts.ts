import { AccountClient, credentialsOf } from './account-client.ts';
import { objectGiven } from './arguments.ts';
import type { Connection } from './connection.ts';
import type { Account, AccountChange, NewAccount, RenewCredentialBody } from './contract.ts';

/** The merchants. */
export class Accounts {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * A new merchant, approved, with every gateway on and keys of its own where `account` does not say otherwise, and a client of it.
   `ALREADY_TAKEN` when an id, key or token is another account's. */
  async create(account: NewAccount = {}): Promise<AccountClient> {
    return this.#clientOf(
      await this.#connection.call('createAccount', { body: objectGiven('account', account) }),
    );
  }

  /** A client of an account that is there already. */
  async open(id: string): Promise<AccountClient> {
    return this.#clientOf(await this.get(id));
  }

  /** All, with their secrets masked. */
  async list(): Promise<readonly Account[]> {
    return (await this.#connection.call('listAccounts')).data;
  }

  get(id: string): Promise<Account> {
    return this.#connection.call('getAccount', { params: { id } });
  }

  /** Taken whole or refused whole. */
  async change(id: string, change: AccountChange): Promise<Account> {
    const body = objectGiven('change', change);
    return this.#connection.call('changeAccount', { params: { id }, body });
  }

  /** Makes a new token or key; the old one stops working at once. */
  renew(id: string, what: RenewCredentialBody['what']): Promise<Account> {
    return this.#connection.call('renewCredential', { params: { id }, body: { what } });
  }

  #clientOf(account: Account): AccountClient {
    return new AccountClient(this.#connection, credentialsOf(account), account.id);
  }
}
