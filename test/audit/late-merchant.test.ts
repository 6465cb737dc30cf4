import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonReport } from '../../src/audit/report-json.ts';
import { junitReport } from '../../src/audit/report-junit.ts';
import { summaryText } from '../../src/cli/audit-text.ts';
import { allResults, failed, meansFor } from './audit-options.ts';
import { nodeOrderForm as form, type NodeMerchants, startNodeMerchants } from './node-merchants.ts';
import { lateTwins } from './node-twins-late.ts';
import { twinFolder } from './twin.ts';

const folder = twinFolder();
let merchants: NodeMerchants;

beforeAll(async () => {
  merchants = await startNodeMerchants(folder, {}, lateTwins);
});

afterAll(() => merchants.end());

const each = lateTwins.map((twin, at) => ({ ...twin, at }));

describe.concurrent('a merchant that books behind its answer', () => {
  test.each(each)('that $name fails in its cases alone', async ({ gateway, fails, at, patienceMs }) => {
    const results = await allResults(means(at, patienceMs), gateway);
    expect(failed(results).sort()).toEqual(fails.toSorted());
    expect(results.filter(({ verdict }) => verdict === 'open')).toEqual([]);
  });

  test.each(each.flatMap((twin) => twin.fails.map((only) => ({ ...twin, only }))))(
    'that $name fails in $only when that is the only case',
    async ({ gateway, at, patienceMs, only }) => {
      expect(failed(await allResults(means(at, patienceMs), gateway, only))).toEqual([only]);
    },
  );

  test('learns how late it is, and how to set a fixed wait', async () => {
    const results = await allResults(means(0, 20_000), 'aggregator', 'no-hash');
    const { late } = jsonReport(results);
    expect([late?.note, summaryText(results, true)]).toEqual([note, note]);
    expect(junitReport(results)).toContain(late?.note);
    expect(late?.waited_ms).toBeGreaterThan(late?.longest_ms ?? Number.NaN);
  });

  test('is told nothing when --settle covers it', async () => {
    const settled = { ...means(0, 20_000), settleMs: 2000 };
    const results = await allResults(settled, 'aggregator', 'no-hash');
    expect([failed(results), jsonReport(results).late]).toEqual([[], null]);
  });
});

test('a merchant that never shows a payment gets the advice to set --settle', async () => {
  const never = {
    ...means(0, 0),
    readState: async () => ({ isPaid: false, timesPaid: undefined, word: 'open' }),
  };
  const [genuine] = await allResults(never, 'aggregator', 'genuine');
  expect([genuine?.verdict, genuine?.case.mend]).toEqual(['fail', expect.stringContaining('--settle')]);
});

test('a merchant that counts a payment later than the audit waits gets the same advice', async () => {
  const at = lateTwins.findIndex(({ name }) => name === 'pays at once, and counts every callback later');
  const results = await allResults(means(at, 0), 'aggregator', 'callback-only');
  expect(failed(results)).toEqual(['genuine', 'callback-only']);
  for (const { reason, case: each } of results) {
    expect(reason).toMatch(/; the order reads "paid", but counts no payment\.$/);
    expect(each.mend).toContain('--settle');
  }
});

const note = expect.stringMatching(
  /Your app records payments late, up to \d+ ms after its response, .* Set --settle \d+ms to wait that long in every run\.$/,
);

function means(at: number, patienceMs: number | undefined) {
  return meansFor(merchants.sandbox, merchants.urls[at + 1] ?? '', { form, patienceMs });
}
