import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { advance, decided, settled, startCheckout } from '../support/checkouts.ts';
import { dataFile } from '../support/data-file.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { rightFields, startOfTest, type TestSandbox } from '../support/sandbox.ts';

/** A sandbox that continues with a file from which another program has deleted a row. */
async function without(statement: string, live: (sandbox: TestSandbox) => Promise<unknown>) {
  const data = dataFile();
  const first = await freshSandbox({ data });
  await first.control('clock/freeze', { at: new Date(startOfTest).toISOString() });
  await live(first);
  await first.stop();
  const file = new Sqlite(data);
  expect(file.prepare(statement).run().changes).toBe(1);
  file.close();
  return freshSandbox({ data });
}

it('A card’s callback whose checkout is gone is sent again to the address that it had', async () => {
  const merchant = await freshMerchant();
  const sandbox = await without('DELETE FROM checkouts', async (first) => {
    const token = await startCheckout(first, 'cardgw', { return_url: `${merchant.url}/return` });
    await decided(first, token, 'approve', { order: 'return-only' });
  });
  await sandbox.control('callbacks/1/resend', {});
  await settled(sandbox);
  await sandbox.control('callbacks/1/resend', { fields: { amount: '9.99' }, sign: false });
  await settled(sandbox);
  const query =
    'gateway=cardgw&approved=1&amount=10.00&currency=USD&invoice_no=INV-1&transaction_id=100001' +
    '&hashed=42ECA158F53B7CA1C14C55230BD34FF43343DCD95C49DA4CF2F9D02FD8162EDB';
  expect(merchant.arrivals.map(({ url }) => url)).toEqual([
    `/return?${query}`,
    `/return?${query}&${query.replace('10.00', '9.99')}`,
  ]);
});

it('A code whose verification is gone expires at its time, and the journal has an event for it', async () => {
  const sandbox = await without('DELETE FROM verifications', (first) =>
    first.call('walletA/verify', rightFields['walletA/verify']),
  );
  await advance(sandbox, '1h');
  expect((await sandbox.control('otps')).json.data).toMatchObject([{ id: '1', status: 'expired' }]);
  const { data } = (await sandbox.control('events?type=otp.expired')).json;
  expect(data).toMatchObject([
    { otp_id: '1', gateway: 'walletA', mobile_number: '0912345678', process_id: '1000000000001' },
  ]);
});
