import { objectGiven, textGiven } from './arguments.ts';
import type { Connection, QueryOf } from './connection.ts';
import type { Otp, Page } from './contract.ts';
import { usualWait, type Wait } from './words.ts';

export type OtpFilter = Pick<QueryOf<'listOtps'>, 'gateway' | 'status' | 'process_id'>;

/** The phones of the customers. */
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

  /** The newest active code of a number, at once or when it arrives. `NOT_FOUND` when the wait is over. */
  async latest(mobileNumber: string, filter: Omit<OtpFilter, 'status'> & Wait = {}): Promise<Otp> {
    const { signal, wait = usualWait, ...rest } = objectGiven('filter', filter);
    const number = textGiven('mobileNumber', mobileNumber);
    const query = { ...rest, wait, mobile_number: number, account: this.#account };
    return this.#connection.call('latestOtp', { query, signal });
  }

  /** Makes it expire now. `ALREADY_DECIDED` when it is not active any more, as for `lock`. */
  expire(id: string): Promise<Otp> {
    return this.#connection.call('expireOtp', { params: { id } });
  }

  /** As after too many wrong codes. */
  lock(id: string): Promise<Otp> {
    return this.#connection.call('lockOtp', { params: { id } });
  }

  /** Sends a new code of the same process. */
  resend(id: string): Promise<Otp> {
    return this.#connection.call('resendOtp', { params: { id } });
  }
}
