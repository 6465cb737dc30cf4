import { describe, expect, it } from 'vitest';
import { randomIds } from '../../src/runtime/ids.ts';
import { startCheckout } from '../support/checkouts.ts';
import { crowd, invoiceOf, verifyOf } from '../support/crowd.ts';
import { freshSandbox } from '../support/fresh.ts';
import { statementsOf } from '../support/statements.ts';

describe('1,000 that wait and 200 that read the stream', () => {
  it('are answered and told, each of what concerns it', async () => {
    const sandbox = await freshSandbox({ ids: randomIds() });
    const { answers, told } = await crowd(sandbox, 1000, 200);
    for (let index = 0; index < 10; index += 1) {
      await verifyOf(sandbox, index);
      expect((await answers[index])?.status).toBe(200);
      await told(2 * index + 1);
      await startCheckout(sandbox, 'cardgw', { invoice_no: invoiceOf(500 + index) });
      expect((await answers[500 + index])?.status).toBe(200);
      await told(2 * index + 2);
    }
  });

  it('are all answered by one event', async () => {
    const sandbox = await freshSandbox();
    const waiting = Array.from({ length: 1000 }, async () => {
      const { json } = await sandbox.control('otps/latest?mobile_number=0945678901&wait=60s');
      return json.code;
    });
    await sandbox.control('clock');
    await sandbox.call('walletB/verify', { mobile_number: '0945678901', amount: '10.00' });
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['1234']));
  });

  it('cost a verify that concerns nobody two reads, however many they are', async () => {
    const sandbox = await freshSandbox();
    // It runs shortly after a commit, and its reads would be counted too.
    sandbox.runtime.retention.stop();
    await verifyOf(sandbox, 5000);
    const alone = await statementsOf(() => verifyOf(sandbox, 5001));
    await crowd(sandbox, 1000, 0);
    const crowded = await statementsOf(() => verifyOf(sandbox, 5002));
    expect(crowded - alone).toBeLessThanOrEqual(2);
  });
});
