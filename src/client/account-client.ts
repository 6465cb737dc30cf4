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

/** The values that a merchant's app is configured with, besides the base URL. */
export interface Credentials {
  readonly id: string;
  readonly apiKey: string;
  /** Signs callbacks and returns: the key for `hashed`. */
  readonly secretKey: string;
  readonly accessTokens: { readonly test: string; readonly live: string };
}

/**
 * A client for one account. Each account is an isolated tenant with its own lists, waits and faults, so
 * parallel tests can share a sandbox.
 */
export class AccountClient {
  /** The base URL for your app, without a trailing slash. */
  readonly url: string;
  readonly account: Credentials;
  readonly otps: Otps;
  readonly transactions: Transactions;
  readonly checkouts: Checkouts;
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly requests: Requests;
  readonly faults: Faults;

  /** `scope`: the account that lists, waits and faults are limited to. Undefined for all accounts. */
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

  /** Returns a number's newest active code, or waits for it. Fails with `NOT_FOUND` after the wait. */
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
