import { objectGiven, textGiven } from './arguments.ts';
import type { Connection, QueryOf } from './connection.ts';
import type { Otp, Page } from './contract.ts';
import { usualWait, type Wait } from './words.ts';

export type OtpFilter = Pick<QueryOf<'listOtps'>, 'gateway' | 'status' | 'process_id'>;

/** The one-time codes on the customers' phones. */
export class Otps {
  readonly #connection: Connection;
  readonly #account: string | undefined;

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  async list(filter: Omit<QueryOf<'listOtps'>, 'account'> = {}): Promise<Page<Otp>> {
    const query = { ...objectGiven('filter', filter), account: this.#account };
    return this.#connection.call('listOtps', { query });
  }

  /** Returns a number's newest active code, or waits for it. Fails with `NOT_FOUND` after the wait. */
  async latest(mobileNumber: string, filter: Omit<OtpFilter, 'status'> & Wait = {}): Promise<Otp> {
    const { signal, wait = usualWait, ...rest } = objectGiven('filter', filter);
    const number = textGiven('mobileNumber', mobileNumber);
    const query = { ...rest, wait, mobile_number: number, account: this.#account };
    return this.#connection.call('latestOtp', { query, signal });
  }

  /** Expires a code now. Like `lock`, fails with `ALREADY_DECIDED` if it is no longer active. */
  expire(id: string): Promise<Otp> {
    return this.#connection.call('expireOtp', { params: { id } });
  }

  /** Locks the process, as too many wrong codes do. */
  lock(id: string): Promise<Otp> {
    return this.#connection.call('lockOtp', { params: { id } });
  }

  /** Sends a new code for the same process. */
  resend(id: string): Promise<Otp> {
    return this.#connection.call('resendOtp', { params: { id } });
  }
}
