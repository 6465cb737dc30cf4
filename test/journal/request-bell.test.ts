import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

it('The bell rings for a call that has the id that the newest one had before a reset', async () => {
  const sandbox = await freshSandbox();
  const { store, journal } = sandbox.runtime;
  const rung: number[] = [];
  journal.requestBell.listen((newest) => rung.push(newest));
  await sandbox.call('walletB/verify', rightFields['walletB/verify']);
  await expect.poll(() => rung).toEqual([1]);
  const { id, ...call } = store.requests.get(1) ?? expect.fail();
  const reset = store.replace(store.clear, () => store.requests.log.forgetStrangers());
  await Promise.all([reset, store.commit(() => store.requests.insert(call))]);
  expect(store.requests.log.lastId).toBe(id);
  await expect.poll(() => rung).toEqual([1, 1]);
});
