import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditedGateways } from '../../src/audit/audit-options.ts';
import { cases } from '../../src/audit/cases.ts';
import { allResults, failed, meansFor } from './audit-options.ts';
import { type NodeMerchants, nodeOrderForm, startNodeMerchants } from './node-merchants.ts';
import { nodeTwins } from './node-twins.ts';
import { twinFolder } from './twin.ts';

const form = nodeOrderForm;
const folder = twinFolder();
let merchants: NodeMerchants;

beforeAll(async () => {
  merchants = await startNodeMerchants(folder);
});

afterAll(() => merchants.end());

describe.concurrent('the Node example', () => {
  test.each(auditedGateways)('passes every case with %s', async (gateway) => {
    const results = await allResults(meansFor(merchants.sandbox, merchants.urls[0] ?? '', { form }), gateway);
    expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    expect(results.map((result) => result.case.id)).toEqual(cases.map(({ id }) => id));
  });

  test.each(nodeTwins.map((twin, at) => ({ ...twin, at })))(
    'a twin that $name fails in its cases alone',
    async ({ gateway, fails, at, slowMs, settleMs }) => {
      const results = await allResults(
        meansFor(merchants.sandbox, merchants.urls[at + 1] ?? '', { form, slowMs, settleMs }),
        gateway,
      );
      expect(failed(results).sort()).toEqual(fails.toSorted());
    },
  );
});

test('every case is failed by a twin', () => {
  const found = new Set(nodeTwins.flatMap(({ fails }) => fails));
  expect(cases.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([]);
});
