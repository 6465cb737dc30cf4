import { describe, expect, it } from 'vitest';
import { advance, attempted, callback, paid } from '../support/checkouts.ts';
import { dataFile } from '../support/data-file.ts';
import { freshHoldingMerchant, freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';
import type { TestSandbox } from '../support/sandbox.ts';

type Choice = Readonly<Record<string, unknown>>;

const settled = async (sandbox: TestSandbox, query = 'wait=10s') =>
  (await sandbox.control(`callbacks/settled?${query}`, {})).json;

const messages = [{}, { tamper: 'wrong-hash' }];
it.each(messages)(
  'An attempt that a restore cut off, %o, proves nothing: callbacks/settled waits for the next one',
  async (choice) => {
    const sandbox = await freshSandbox();
    const merchant = await freshHoldingMerchant();
    await paid(sandbox, merchant.url, choice);
    await merchant.arrived(1);
    await sandbox.control('snapshots', { name: 'sending' });
    merchant.release();
    await settled(sandbox);
    await sandbox.control('snapshots/sending/restore', {});
    const { error } = await settled(sandbox, 'wait=0s');
    expect(error).toMatchObject({
      code: 'NOT_SETTLED',
      message: expect.stringContaining('has no answer yet (cut off: '),
    });
    await advance(sandbox, '10s');
    expect(await settled(sandbox)).toEqual({ settled: true });
  },
);

describe('A resend under way is cut off whatever became of its callback before', () => {
  /** A callback with this status, and a resend to which the app does not answer. */
  async function resending(data: string | undefined, status: string, reply: string, choice: Choice) {
    const sandbox = await freshSandbox({ data, settings: { callback: { mode: 'once' } } });
    const app = await freshRawMerchant(answering(reply));
    await paid(sandbox, `${app.url}/callback`, choice);
    if (Object.keys(choice).length === 0) await attempted(sandbox, 1);
    const silent = await freshHoldingMerchant();
    await sandbox.control('callbacks/1/resend', { url: silent.url });
    await silent.arrived(1);
    expect((await callback(sandbox)).status).toBe(status);
    return sandbox;
  }

  const cutOff = { duration_ms: null, answer: null, error: expect.stringMatching(/^cut off: /) };
  const newest = async (sandbox: TestSandbox) => (await callback(sandbox)).attempts.at(-1);

  it.each([
    ['delivered', '200 OK', {}],
    ['exhausted', '500 No', {}],
    ['held', '200 OK', { hold: true }],
    ['dropped', '200 OK', { order: 'return-only' }],
  ])('%s', async (status, reply, choice) => {
    const sandbox = await resending(undefined, status, reply, choice);
    await sandbox.control('snapshots', { name: 'resending' });
    expect(await newest(sandbox)).toMatchObject({ duration_ms: null, error: null });
    await sandbox.control('snapshots/resending/restore', {});
    expect([(await callback(sandbox)).status, await newest(sandbox)]).toMatchObject([status, cutOff]);
  });

  it('by a stop, too', async () => {
    const data = dataFile();
    await (await resending(data, 'delivered', '200 OK', {})).stop();
    expect(await newest(await freshSandbox({ data }))).toMatchObject(cutOff);
  });
});
