import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { paidBy, type Shop, shopOf } from './shop.ts';
import { shopClients } from './shop-clients.ts';

const client = shopClients['reads payment_method, and takes any callback for a paid order'];
const proposed = { settings: { aggregator: { method_field: 'payment_method' } } };

async function checked(sandbox: TestSandbox) {
  const { json } = await sandbox.control('client/check', { ask_app: true });
  return {
    needs: json.failures.flatMap((failure: { needs: string[] }) => failure.needs),
    config: json.config,
  };
}

/** A sandbox and shop after a first check, which has paid the order with a trial. */
async function tried(): Promise<{
  readonly sandbox: TestSandbox;
  readonly shop: Shop;
  readonly fix: () => void;
}> {
  const sandbox = await freshSandbox();
  let callback = client?.handlers?.callback ?? expect.fail('There is no such client.');
  const shop = await shopOf({ callback: (...visit) => callback(...visit) });
  expect(await client?.use(sandbox, shop, 'A-1')).toBe(false);
  expect(await checked(sandbox)).toEqual({ needs: ['aggregator.method_field'], config: proposed });
  const fix = () => {
    callback = paidBy();
  };
  return { sandbox, shop, fix };
}

describe('What a trial has shown about a callback counts', () => {
  it('until its setting is made', async () => {
    const { sandbox } = await tried();
    await sandbox.control('settings', proposed.settings, 'PATCH');
    expect(await checked(sandbox)).toEqual({ needs: [], config: proposed });
  });

  it('until the app accepts a newer callback as it is', async () => {
    const { sandbox, shop, fix } = await tried();
    fix();
    expect((await checked(sandbox)).config).toEqual(proposed);
    expect(await client?.use(sandbox, shop, 'A-2')).toBe(true);
    expect(await checked(sandbox)).toEqual({ needs: [], config: {} });
  });

  it('until a reset', async () => {
    const { sandbox, shop, fix } = await tried();
    fix();
    await sandbox.control('reset', {});
    expect(await client?.use(sandbox, shop, 'A-1')).toBe(true);
    expect(await checked(sandbox)).toEqual({ needs: [], config: {} });
  });
});
