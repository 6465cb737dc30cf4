import { expect, it } from 'vitest';
import { randomIds } from '../../src/runtime/ids.ts';
import { multiply } from '../stress/grow/multiply.ts';
import { paid, settled } from '../support/checkouts.ts';
import { dataFile } from '../support/data-file.ts';
import { freshHoldingMerchant, freshMerchant, freshSandbox } from '../support/fresh.ts';

const callbacks = 2000;
const once = { callback: { mode: 'once', timeout: '60s' } };

it(`P5: ${callbacks} callbacks that are sent again to a merchant who hangs hold up neither the call nor another merchant`, async () => {
  const data = dataFile();
  const slow = await freshHoldingMerchant();
  const before = await freshSandbox({ data, settings: { callback: { mode: 'once', timeout: '50ms' } } });
  await paid(before, slow.url);
  await settled(before);
  await before.stop();
  multiply(data, callbacks);

  const sandbox = await freshSandbox({ data, settings: once, ids: randomIds() });
  const { status, json } = await sandbox.control('callbacks/resend', {
    failed_since: '1970-01-01T00:00:00Z',
  });
  expect([status, json.data.length]).toEqual([202, callbacks]);
  await slow.arrived(1 + 4);
  const healthy = await freshMerchant();
  await paid(sandbox, healthy.url, {}, 'INV-HEALTHY');
  await healthy.arrived(1);
  expect(slow.requests).toHaveLength(1 + 4);
  await slow.close();
});
