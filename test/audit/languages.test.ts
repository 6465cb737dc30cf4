import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditedGateways } from '../../src/audit/audit-options.ts';
import { type StartedSandbox, startSandbox } from '../../src/index.ts';
import { type Example, examples, type ShopProcess, startShop } from '../examples/shop-process.ts';
import { allResults, failed, meansFor } from './audit-options.ts';
import { languageTwins } from './language-twins.ts';
import { twinFolder, twinOf } from './twin.ts';

const root = join(import.meta.dirname, '../../examples');
const folder = twinFolder();
const shops: ShopProcess[] = [];
let sandbox: StartedSandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});

afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  await sandbox.stop();
});

describe.concurrent.each(others())('the shop in examples/$folder', (example) => {
  test('passes every case with every gateway', async () => {
    const shop = await started(example);
    for (const gateway of auditedGateways) {
      const results = await allResults(meansFor(sandbox, shop.url), gateway);
      expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    }
  });

  test.each(languageTwins[example.folder] ?? [])(
    'a twin that $name fails in its cases alone',
    async ({ name, gateway, edits, fails }) => {
      const copy = twinOf(example.folder, `${example.folder} ${name}`, folder, edits);
      const shop = await started({ ...example, folder: relative(root, copy) });
      const results = await allResults(meansFor(sandbox, shop.url), gateway);
      expect(failed(results).sort()).toEqual(fails.toSorted());
    },
  );
});

test('every example has twins', () => {
  expect(
    others()
      .map((example) => example.folder)
      .sort(),
  ).toEqual(Object.keys(languageTwins).sort());
});

/** All examples except the one that `node-merchant.test.ts` covers. */
function others(): readonly Example[] {
  return examples.filter((example) => example.folder !== 'node-merchant');
}

async function started(example: Example): Promise<ShopProcess> {
  const shop = await startShop(example, sandbox);
  shops.push(shop);
  return shop;
}
