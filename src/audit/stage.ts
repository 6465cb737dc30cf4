import { randomBytes } from 'node:crypto';
import type { AuditOptions } from './audit-options.ts';
import { checkoutOf } from './checkout.ts';
import { Payment, type Step } from './payment.ts';
import type { Finding } from './verdict.ts';

/** Where one case is played, with one gateway. */
export class Stage {
  readonly gateway: string;
  readonly options: AuditOptions;
  /** What `genuine` found with this gateway; undefined as long as it has not been played. */
  readonly genuine: Finding | undefined;
  /** What the merchant was sent and answered, in that order. */
  readonly steps: Step[] = [];
  readonly #payments: Payment[] = [];

  constructor(options: AuditOptions, gateway: string, genuine: Finding | undefined) {
    this.options = options;
    this.gateway = gateway;
    this.genuine = genuine;
  }

  /** The payments of this case, in the order in which they were begun. */
  get payments(): readonly Payment[] {
    return this.#payments;
  }

  /** A new order of the merchant, awaiting payment, with an open checkout. */
  async payment(): Promise<Payment> {
    const { amount, makeOrder } = this.options;
    const invoiceNo = `AUDIT-${randomBytes(6).toString('hex').toUpperCase()}`;
    const order = await makeOrder({ invoiceNo, gateway: this.gateway, amount });
    const payment = new Payment(
      this.options,
      await checkoutOf(this.options, this.gateway, order),
      this.steps,
    );
    this.#payments.push(payment);
    return payment;
  }

  /** The same, paid at the gateway; the merchant does not know it yet. */
  async approved(): Promise<Payment> {
    const payment = await this.payment();
    await payment.approve();
    return payment;
  }
}
