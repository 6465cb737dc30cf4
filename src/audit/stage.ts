import { randomBytes } from 'node:crypto';
import type { AuditOptions } from './audit-options.ts';
import { checkoutOf } from './checkout.ts';
import { Lateness } from './lateness.ts';
import { Payment, type Step } from './payment.ts';
import type { Finding } from './verdict.ts';

/** What `genuine` has shown. */
export interface Genuine extends Finding {
  readonly steps: readonly Step[];
  /** Learned after it: the page to which every return leads, if returns change nothing. It may be a login. */
  readonly landing?: string | undefined;
}

/** Runs one case with one gateway. */
export class Stage {
  /** Its token. */
  readonly gateway: string;
  readonly options: AuditOptions;
  /** The result of `genuine` with this gateway. Undefined before it has run. */
  readonly genuine: Genuine | undefined;
  /** What this run has learned. */
  readonly lateness: Lateness;
  /** The messages to your app and its answers, in that order. */
  readonly steps: Step[] = [];
  readonly #payments: Payment[] = [];

  constructor(
    options: AuditOptions,
    gateway: string,
    genuine: Genuine | undefined,
    lateness = new Lateness(),
  ) {
    this.options = options;
    this.gateway = gateway;
    this.genuine = genuine;
    this.lateness = lateness;
  }

  /** The gateway's name in the sandbox's messages and in reports. */
  get gatewayName(): string {
    return this.options.nameOf(this.gateway);
  }

  /** The payments of this case, oldest first. */
  get payments(): readonly Payment[] {
    return this.#payments;
  }

  /** Creates an order with an open checkout. */
  async payment(): Promise<Payment> {
    const { amount, makeOrder } = this.options;
    const invoiceNo = `AUDIT-${randomBytes(6).toString('hex').toUpperCase()}`;
    const order = await makeOrder({ invoiceNo, gateway: this.gatewayName, amount });
    const payment = new Payment(
      this.options,
      await checkoutOf(this.options, this.gateway, order),
      this.steps,
      this.lateness,
    );
    this.#payments.push(payment);
    return payment;
  }

  /** Creates an order and pays it at the gateway. Your app does not know yet. */
  async approved(): Promise<Payment> {
    const payment = await this.payment();
    await payment.approve();
    return payment;
  }
}
