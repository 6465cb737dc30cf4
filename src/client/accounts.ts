import type { GatewayToken } from '../gateways/gateway.ts';
import { AccountClient, credentialsOf } from './account-client.ts';
import { type Connection, segment } from './connection.ts';
import type { Account, AccountGateway, Page } from './shapes.ts';

/** Members of an account that are to be something else, at any depth. */
export interface AccountChange {
  readonly name?: string;
  readonly approved?: boolean;
  /** Whether callbacks go to HTTPS servers with a certificate of nobody's. */
  readonly allow_self_signed?: boolean;
  readonly api_key?: string;
  readonly secret_key?: string;
  readonly access_tokens?: { readonly test?: string; readonly live?: string };
  readonly gateways?: Readonly<Partial<Record<GatewayToken, Partial<AccountGateway>>>>;
  readonly ip_whitelist?: { readonly enabled?: boolean; readonly entries?: readonly string[] };
}

/** An approved account with every gateway on and keys of its own, unless this says otherwise. */
export interface NewAccount extends AccountChange {
  readonly id?: string;
}

/** The merchants. */
export class Accounts {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A new merchant, and a client of what is its own. `ALREADY_TAKEN` when an id, key or token is another account's. */
  async create(account: NewAccount = {}): Promise<AccountClient> {
    return this.#clientOf(await this.#connection.post<Account>('accounts', { body: account }));
  }

  /** A client of an account that is there already. */
  async open(id: string): Promise<AccountClient> {
    return this.#clientOf(await this.get(id));
  }

  /** All, with their secrets masked. */
  async list(): Promise<readonly Account[]> {
    return (await this.#connection.get<Page<Account>>('accounts')).data;
  }

  get(id: string): Promise<Account> {
    return this.#connection.get(`accounts/${segment(id)}`);
  }

  /** Taken whole or refused whole. */
  change(id: string, change: AccountChange): Promise<Account> {
    return this.#connection.patch(`accounts/${segment(id)}`, change);
  }

  /** Makes a new token or key; the old one stops working at once. */
  renew(id: string, what: 'test' | 'live' | 'api_key' | 'secret_key'): Promise<Account> {
    return this.#connection.post(`accounts/${segment(id)}/renew`, { body: { what } });
  }

  #clientOf(account: Account): AccountClient {
    return new AccountClient(this.#connection, credentialsOf(account), account.id);
  }
}
