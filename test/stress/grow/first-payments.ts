import { startSandbox } from '../../../src/index.ts';
import { asking } from '../load/ask.ts';
import { buy, fixedCode } from '../load/customer.ts';
import { recordingMerchant } from '../load/merchant.ts';
import { orderOf } from '../load/orders.ts';

/** A mix: two fifths are wallets, and one of the checkouts is canceled. */
const payments = 15;

/**
 * Makes the product create a data file with payments and cancellations of all gateways and their callbacks,
 * all finished.
 */
export async function firstPayments(file: string): Promise<void> {
  const merchant = await recordingMerchant();
  const sandbox = await startSandbox({
    data: file,
    settings: { otp: { policy: 'fixed', codes: { '*': fixedCode } } },
  });
  try {
    const ask = asking(() => sandbox.url);
    // One at a time, so that each one's rows are adjacent.
    for (let number = 0; number < payments; number += 1) {
      await buy(ask, orderOf(number, 'GROWN', merchant.url));
      await ask('/_sandbox/api/callbacks/settled?wait=10s&retries=true', {});
    }
  } finally {
    await sandbox.stop();
    merchant.close();
  }
}
