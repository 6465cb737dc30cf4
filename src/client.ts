import { AccountClient, type Credentials, credentialsOf } from './client/account-client.ts';
import { Accounts } from './client/accounts.ts';
import { objectGiven, textGiven } from './client/arguments.ts';
import { Connection } from './client/connection.ts';
import type { SignatureCheck } from './client/contract.ts';
import { SandboxError } from './client/sandbox-error.ts';
import { checkSignature, type Signed } from './client/signature.ts';
import { Clock, SettingsControl, Snapshots } from './client/state.ts';

export type { Credentials } from './client/account-client.ts';
export { AccountClient } from './client/account-client.ts';
export type { CallbackFilter, Settled } from './client/callbacks.ts';
export type {
  Account,
  AccountChange,
  AccountGateway,
  Approval,
  ArmedEffect,
  Attempt,
  AttemptAnswer,
  Callback,
  Checkout,
  ClockState,
  DecidedCheckout,
  Decline,
  Delivery,
  Effect,
  EventPage,
  Fault,
  FaultMatch,
  JournalEvent,
  NewAccount,
  NewFault,
  Otp,
  Page,
  RequestLogEntry,
  Resend,
  Settings,
  SettingsPatch,
  SignatureCheck,
  Snapshot,
  TimelineEntry,
  TraceStep,
  Transaction,
  TransactionStatus,
  TransactionWithTimeline,
} from './client/contract.ts';
export type { EventFilter, EventOf } from './client/events.ts';
export type { OtpFilter } from './client/otps.ts';
export type { RequestFilter, TransactionFilter } from './client/records.ts';
export { SandboxError } from './client/sandbox-error.ts';
export type { Signed } from './client/signature.ts';
export type { Paging, PaymentMethod, Wait } from './client/words.ts';
export type { Duration } from './protocol/duration.ts';
export type { ErrorCode } from './protocol/errors.ts';
export type { DeliveryOrder, Tampering } from './settings/delivery.ts';

export interface ConnectOptions {
  /** The token that the sandbox prints at startup if other machines can connect to it. */
  readonly token?: string | undefined;
  /** The ID of the account whose credentials `account` holds (default: the first account). */
  readonly account?: string | undefined;
}

/**
 * A running sandbox with all its accounts (design: "The control API"). Every promise can reject with a
 * `SandboxError`, whose `code` comes from the control API.
 */
export class SandboxClient extends AccountClient {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly settings: SettingsControl;
  readonly snapshots: Snapshots;
  readonly #connection: Connection;

  /** Instances come from `SandboxClient.connect` and `startSandbox`. */
  protected constructor(connection: Connection, account: Credentials) {
    super(connection, account, undefined);
    this.#connection = connection;
    this.accounts = new Accounts(connection);
    this.clock = new Clock(connection);
    this.settings = new SettingsControl(connection);
    this.snapshots = new Snapshots(connection);
  }

  /** Connects to a sandbox by its base URL, such as `http://127.0.0.1:4700`, or fails with `UNREACHABLE`. */
  static async connect(url: string | undefined, options: ConnectOptions = {}): Promise<SandboxClient> {
    const { token, account } = objectGiven('options', options);
    if (token !== undefined) textGiven('token', token);
    // Usually an environment variable that is not set.
    if (!url) throw new SandboxError(0, 'UNREACHABLE', 'No URL was given: is GATEWAY_SANDBOX_URL set?');
    const connection = new Connection(url, { token });
    const id = account ?? (await firstAccount(connection));
    return new SandboxClient(connection, credentialsOf(await new Accounts(connection).get(id)));
  }

  /** Restores the fixtures and deletes everything else. */
  async reset(): Promise<void> {
    await this.#connection.call('reset');
  }

  /** Asks the sandbox's process to exit. */
  async stop(): Promise<void> {
    await this.#connection.call('stop');
  }

  /** Returns the right `hashed` for a message, and what is wrong with the one it has. */
  checkSignature(signed: Signed): Promise<SignatureCheck> {
    return checkSignature(this.#connection, this.account.id, signed);
  }
}

async function firstAccount(connection: Connection): Promise<string> {
  const { data } = await connection.call('listAccounts');
  if (!data[0]) throw new SandboxError(0, 'NOT_FOUND', 'The sandbox has no account.');
  return data[0].id;
}

export type { EventType } from './journal/event-type.ts';
