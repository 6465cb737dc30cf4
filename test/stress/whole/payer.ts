import type { Ask } from '../load/ask.ts';
import { fixedCode } from '../load/customer.ts';

const amount = '10.00';
const mobile_number = '0945678901';

/** Makes wallet payments one after another until the server is gone. */
export class Payer {
  readonly #paid: string[] = [];
  readonly #all: Promise<void>;

  constructor(ask: Ask, prefix: string) {
    const pay = async (invoice_no: string) => {
      const verified = await ask('/api/v1/transaction/walletB/verify', { mobile_number, amount });
      const process_id = String(JSON.parse(verified.text).result?.process_id);
      const fields = { process_id, code: fixedCode.slice(0, 4), amount, invoice_no };
      const { status } = await ask('/api/v1/transaction/walletB/confirm', fields);
      if (status === 200) this.#paid.push(invoice_no);
    };
    const payAgain = async () => {
      for (let number = 0; ; number += 1) await pay(`${prefix}-${number}`);
    };
    this.#all = payAgain().catch(() => undefined);
  }

  /** Waits until the server is gone. Returns the invoices with a confirmed payment. */
  async end(): Promise<readonly string[]> {
    await this.#all;
    return this.#paid;
  }
}
