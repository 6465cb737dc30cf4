import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditedGateways } from '../../src/audit/audit-options.ts';
import { type StartedSandbox, startSandbox } from '../../src/index.ts';
import { meansFor } from '../audit/audit-options.ts';
import { languageTwins } from '../audit/language-twins.ts';
import { twinFolder, twinOf } from '../audit/twin.ts';
import { type Example, examples, type ShopProcess, startShop } from '../examples/shop-process.ts';
import { dayOf, findingsOf, foundIn, optionsFor, patientMs } from './days.ts';

const root = join(import.meta.dirname, '../../examples');
const folder = twinFolder();
const shops: ShopProcess[] = [];
let sandbox: StartedSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ settings: { callback: { timeout: patientMs } } });
});

afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  await sandbox.stop();
});

/** docs/rehearse.md rehearses with the PHP example. The Node example has its own file. */
const others = examples.filter((example) => Object.hasOwn(languageTwins, example.folder));

describe.each(others)('a rehearsal with examples/$folder', (example) => {
  test('finds nothing in it as it is', async () => {
    const { url } = await started(example);
    const day = await dayOf(optionsFor(meansFor(sandbox, url, { timeoutMs: patientMs }), auditedGateways));
    expect(day.outcomes.filter(({ problem }) => problem)).toEqual([]);
  });

  test.each(languageTwins[example.folder] ?? [])(
    'finds a twin that $name',
    async ({ name, gateway, edits }) => {
      const copy = twinOf(example.folder, `${example.folder} ${name}`, folder, edits);
      const { url } = await started({ ...example, folder: relative(root, copy) });
      const day = await dayOf(
        optionsFor(meansFor(sandbox, url, { timeoutMs: patientMs }), [gateway], { lateMs: 0 }),
      );
      expect(foundIn(day, findingsOf(name))).toEqual(findingsOf(name));
    },
  );
});

async function started(example: Example): Promise<ShopProcess> {
  const shop = await startShop(example, sandbox);
  shops.push(shop);
  return shop;
}
