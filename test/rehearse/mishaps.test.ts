import { expect, it } from 'vitest';
import { Mishaps } from '../../src/rehearse/mishaps.ts';
import { started } from '../support/started.ts';

/** More than one page of them. */
const refusedCalls = 205;

it('knows the newest event, however many there are to read', async () => {
  const sandbox = await started();
  const { apiKey, accessTokens } = sandbox.account;
  const mishaps = await Mishaps.from(sandbox);
  const before = mishaps.newestKnown;
  // From here on, it only reads what it is asked for.
  mishaps.end();
  await sandbox.faults.add({ effect: { code: 'BACKEND_ERROR' }, times: refusedCalls });
  const confirm = (call: number) =>
    fetch(`${sandbox.url}/api/v1/transaction/cardgw/confirm`, {
      method: 'POST',
      headers: { 'X-API-KEY': apiKey, Authorization: `Bearer ${accessTokens.test}` },
      body: new URLSearchParams({ invoice_no: `OWN-${call}`, amount: '25.50' }),
    });
  await Promise.all(Array.from({ length: refusedCalls }, (_, call) => confirm(call)));
  const newest = await mishaps.newest();
  expect(mishaps.newestKnown).toBe(newest);
  const all = await mishaps.all();
  expect(all).toHaveLength(refusedCalls);
  for (const { event } of all) {
    expect(event).toBeGreaterThan(before);
    expect(event).toBeLessThanOrEqual(newest);
  }
});

it('knows no newer event than before if the sandbox is gone', async () => {
  const sandbox = await started();
  const mishaps = await Mishaps.from(sandbox);
  const before = mishaps.newestKnown;
  await sandbox.stop();
  expect(await mishaps.newest()).toBe(before);
  mishaps.end();
});
