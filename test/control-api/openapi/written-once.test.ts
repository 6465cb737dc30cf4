import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { faultMatch } from '../../../src/control-api/fault-input.ts';
import { freshSandbox } from '../../support/fresh.ts';

it('The control API’s document is written once', async () => {
  const sandbox = await freshSandbox();
  const { description = '' } = z.globalRegistry.get(faultMatch) ?? {};
  let reads = 0;
  z.globalRegistry.add(faultMatch, {
    get description() {
      reads += 1;
      return description;
    },
  });
  onTestFinished(() => void z.globalRegistry.add(faultMatch, { description }));
  const ask = () => sandbox.fetch('/_sandbox/api/openapi.json');
  const first = await ask();
  const readOnce = reads;
  expect(readOnce).toBeGreaterThan(0);
  expect((await ask()).text).toBe(first.text);
  expect(reads).toBe(readOnce);
});
