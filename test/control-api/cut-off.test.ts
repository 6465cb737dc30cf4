import { expect, it } from 'vitest';
import { advance, paid } from '../support/checkouts.ts';
import { freshHoldingMerchant, freshSandbox } from '../support/fresh.ts';
import type { TestSandbox } from '../support/sandbox.ts';

const settled = async (sandbox: TestSandbox, query = 'wait=10s') =>
  (await sandbox.control(`callbacks/settled?${query}`, {})).json;

const messages = [{}, { tamper: 'wrong-hash' }];
it.each(messages)(
  'An attempt that a restore cut off, %o, proves nothing: callbacks/settled waits for the next one',
  async (choice) => {
    const sandbox = await freshSandbox();
    const merchant = await freshHoldingMerchant();
    await paid(sandbox, merchant.url, choice);
    await merchant.arrived(1);
    await sandbox.control('snapshots', { name: 'sending' });
    merchant.release();
    await settled(sandbox);
    await sandbox.control('snapshots/sending/restore', {});
    const { error } = await settled(sandbox, 'wait=0s');
    expect(error).toMatchObject({
      code: 'NOT_SETTLED',
      message: expect.stringContaining('has no answer yet (cut off: '),
    });
    await advance(sandbox, '10s');
    expect(await settled(sandbox)).toEqual({ settled: true });
  },
);
