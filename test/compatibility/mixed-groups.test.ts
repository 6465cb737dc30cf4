import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

const limit = { limits: { maximum_amount: { live: '50000', test: '1000' } } };

/** Amounts above the limit of test payments, which is raised to 1000 afterward. */
it.each([
  ['one of them is refused', ['600', '601', '5000', '603', '604', '605'], 1],
  ['two of many are refused', [...Array.from({ length: 20 }, (_, at) => `${600 + at}`), '5000', '6000'], 2],
  ['the oldest is refused', ['5000', '600', '601', '602', '603', '604', '605', '606'], 1],
  ['none of them is refused', ['600', '601', '602', '603', '604', '605', '605'], 0],
])(
  'similar requests, of which a setting has helped some, are tried until one is refused: %s',
  async (_what, amounts, refused) => {
    const sandbox = await freshSandbox();
    for (const [at, amount] of amounts.entries()) {
      const mobile_number = `09456789${10 + at}`;
      const fields = { ...rightFields['walletB/verify'], mobile_number, amount: `${amount}.00` };
      expect((await sandbox.call('walletB/verify', fields)).status).toBe(400);
    }
    expect((await sandbox.control('settings', limit, 'PATCH')).status).toBe(200);
    const { failures, not_counted: notCounted } = (await sandbox.control('client/check', {})).json;
    const known = notCounted.map(({ why, count }: { why: string; count: number }) => [why, count]);
    const counts = failures.map(({ count }: { count: number }) => count);
    expect(failures).toHaveLength(Math.min(1, refused));
    const inAll = [...counts, ...known.map(([, count]: [string, number]) => count)];
    expect(inAll.reduce((sum: number, count: number) => sum + count, 0)).toBe(amounts.length);
    if (refused === 0) expect(known).toEqual([['accepted_now', amounts.length]]);
    else expect(counts[0]).toBeGreaterThanOrEqual(refused);
  },
);
