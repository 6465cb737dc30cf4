import { expect, it } from 'vitest';
import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import { multiply } from '../stress/grow/multiply.ts';
import { advance, startCheckout } from '../support/checkouts.ts';
import { dataFile } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

const checkouts = 10_000;
it(`${checkouts} checkouts that expire at once end in the order of their times, and calls are answered between them`, async () => {
  const data = dataFile();
  const before = await freshSandbox({ data, runningClock: true });
  await startCheckout(before, 'cardgw');
  await before.stop();
  multiply(data, checkouts);

  const sandbox = await freshSandbox({ data, runningClock: true });
  const advanced = advance(sandbox, '1d');
  expect((await sandbox.call('walletB/verify', rightFields['walletB/verify'])).status).toBe(200);
  const ended = 'SELECT count(*) FROM checkouts WHERE open = 0';
  const endedBefore = sandboxConnection(sandbox).prepare<[], number>(ended).pluck().get();
  await advanced;
  expect(endedBefore).toBeLessThan(checkouts / 2);
  expect((await sandbox.control('transactions?status=started')).json.data).toEqual([]);
  const { data: told } = (await sandbox.control('events?type=transaction.expired&limit=200')).json;
  const ids = told.map(({ transaction_id: id }: { transaction_id: string }) => Number(id));
  expect(ids).toEqual(Array.from({ length: 200 }, (_, index) => 100_001 + index));
});
