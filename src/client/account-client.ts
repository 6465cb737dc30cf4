import { objectGiven } from './arguments.ts';
import { Callbacks } from './callbacks.ts';
import { Checkouts } from './checkouts.ts';
import type { Connection } from './connection.ts';
import type { Account, Otp } from './contract.ts';
import { Events } from './events.ts';
import { Faults } from './faults.ts';
import { Otps } from './otps.ts';
import { Requests, Transactions } from './records.ts';
import type { Wait } from './words.ts';

/** What the merchant app is set to, beside the base URL. */
export interface Credentials {
  readonly id: string;
  readonly apiKey: string;
  /** Signs callbacks and returns: `hashed` is made with it. */
  readonly secretKey: string;
  readonly accessTokens: { readonly test: string; readonly live: string };
}

/** One account of a sandbox, a whole tenant: its lists, waits and faults are its own. That is how parallel tests share a sandbox. */
export class AccountClient {
  /** What the merchant app's base URL is set to, without a slash at the end. */
  readonly url: string;
  readonly account: Credentials;
  readonly otps: Otps;
  readonly transactions: Transactions;
  readonly checkouts: Checkouts;
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly requests: Requests;
  readonly faults: Faults;

  /** `scope` is the account that lists, waits and faults are kept to; undefined for all accounts. */
  constructor(connection: Connection, account: Credentials, scope: string | undefined) {
    this.url = connection.url;
    this.account = account;
    this.otps = new Otps(connection, scope);
    this.transactions = new Transactions(connection, scope);
    this.checkouts = new Checkouts(connection, scope);
    this.callbacks = new Callbacks(connection, scope);
    this.events = new Events(connection, scope);
    this.requests = new Requests(connection, scope);
    this.faults = new Faults(connection, scope);
  }

  /** The newest active code of a number, at once or when it arrives. `NOT_FOUND` when the wait is over. */
  async otp(mobileNumber: string, wait: Wait = {}): Promise<Otp> {
    return this.otps.latest(mobileNumber, objectGiven('wait', wait));
  }
}

export function credentialsOf(account: Account): Credentials {
  return {
    id: account.id,
    apiKey: account.api_key,
    secretKey: account.secret_key,
    accessTokens: account.access_tokens,
  };
}
