import type { GatewayToken } from '../gateways/gateway.ts';
import { type Connection, segment } from './connection.ts';
import type { Otp, Page } from './shapes.ts';
import { type Named, type Paging, usualWait, type Wait } from './words.ts';

export interface OtpFilter {
  readonly gateway?: Named<GatewayToken>;
  readonly status?: Otp['status'];
  readonly process_id?: string;
}

/** The phones of the customers. */
export class Otps {
  readonly #connection: Connection;
  readonly #account: string | undefined;

  constructor(connection: Connection, account: string | undefined) {
    this.#connection = connection;
    this.#account = account;
  }

  list(filter: OtpFilter & Paging & { readonly mobile_number?: string } = {}): Promise<Page<Otp>> {
    return this.#connection.get('otps', { query: { ...filter, account: this.#account } });
  }

  /** The newest active code of a number, at once or when it arrives. `NOT_FOUND` when the wait is over. */
  latest(mobileNumber: string, filter: Omit<OtpFilter, 'status'> & Wait = {}): Promise<Otp> {
    const { signal, wait = usualWait, ...rest } = filter;
    const query = { ...rest, wait, mobile_number: mobileNumber, account: this.#account };
    return this.#connection.get('otps/latest', { query, signal });
  }

  /** Makes it expire now. `ALREADY_DECIDED` when it is not active any more, as for `lock`. */
  expire(id: string): Promise<Otp> {
    return this.#connection.post(`otps/${segment(id)}/expire`);
  }

  /** As after too many wrong codes. */
  lock(id: string): Promise<Otp> {
    return this.#connection.post(`otps/${segment(id)}/lock`);
  }

  /** Sends a new code of the same process. */
  resend(id: string): Promise<Otp> {
    return this.#connection.post(`otps/${segment(id)}/resend`);
  }
}
