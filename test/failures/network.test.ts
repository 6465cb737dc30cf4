import { describe, expect, it } from 'vitest';
import { sandboxBreaches } from '../invariants/sandbox-breaches.ts';
import { advance, attempted, callback, decided, paid, settled, startCheckout } from '../support/checkouts.ts';
import type { FaultMerchant } from '../support/fault-merchant.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { verified } from '../support/merchant-api.ts';
import type { MerchantServer } from '../support/merchant-server.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { failCallsAt, freshFaults, networkFaults } from './failing-network.ts';

/** Short only if the timeout should expire, because a busy machine may answer late. */
const settingsFor = (name: string) => ({ callback: { timeout: name.endsWith(' in time') ? '4s' : '60s' } });
/**
 * The calls of a run: two payments with three callbacks, a cancellation with one, and two more sends of a
 * callback.
 */
const calls = [1, 2, 3, 4, 5, 6];
const ids = ['1', '2', '3', '4'];
/** The callback of the payment at the healthy merchant. */
const healthyId = '5';

// biome-ignore lint/suspicious/noExplicitAny: attempts as the control API shows them
type Attempts = readonly any[];

/**
 * A customer pays by wallet and two checkouts, and cancels one. The tester resends a callback. Nothing waits
 * for a merchant.
 */
async function story(sandbox: TestSandbox, url: string): Promise<void> {
  await verified(sandbox, 'walletB');
  const code = { process_id: '1000000000001', code: '1234', amount: '10.00', invoice_no: 'W' };
  expect((await sandbox.call('walletB/confirm', code)).status).toBe(200);
  await paid(sandbox, `${url}/a`, { copies: 2 }, 'A');
  const card = await startCheckout(sandbox, 'cardgw', { return_url: `${url}/b`, invoice_no: 'B' });
  await decided(sandbox, card, 'approve');
  const local = await startCheckout(sandbox, 'localbankcards', { return_url: `${url}/c`, invoice_no: 'C' });
  await decided(sandbox, local, 'cancel');
  const resent = await sandbox.control('callbacks/1/resend', { copies: 2 });
  expect(resent.status).toBe(202);
}

async function statusesOf(sandbox: TestSandbox): Promise<string[]> {
  return Promise.all(ids.map(async (id) => (await callback(sandbox, id)).status));
}

async function attemptsOf(sandbox: TestSandbox): Promise<Attempts> {
  const all = await Promise.all(ids.map((id) => callback(sandbox, id)));
  return all.flatMap(({ attempts }) => attempts);
}

interface Scene {
  readonly faults: FaultMerchant;
  readonly merchant: MerchantServer;
  readonly healthy: MerchantServer;
}

async function scene(): Promise<Scene> {
  return { faults: await freshFaults(), merchant: await freshMerchant(), healthy: await freshMerchant() };
}

describe('P3 and P5: a call to a merchant that fails, whichever it is', () => {
  it.each(networkFaults)(
    '%s: an attempt with its reason, the schedule goes on, and a healthy merchant hears at the first attempt',
    async (name, reason, fault) => {
      const { faults, merchant, healthy } = await scene();
      await Promise.all(
        calls.map(async (nth) => {
          const where = `call ${nth}`;
          const path = `/${nth}/`;
          const sandbox = await freshSandbox({ settings: settingsFor(name) });
          failCallsAt(faults, path, { nth, fault });
          await story(sandbox, merchant.url + path);
          await paid(sandbox, `${healthy.url}/healthy`, {}, 'H');
          await attempted(sandbox, calls.length + 1);
          await advance(sandbox, '6s');
          await settled(sandbox);
          const attempts = await attemptsOf(sandbox);
          const failed = attempts.filter(({ error }) => error !== null);
          expect(failed, where).toMatchObject([{ answer: null, error: expect.stringMatching(reason) }]);
          // The tester's own sends are not repeated, and neither are callbacks that one of them delivered.
          expect(attempts.length - calls.length, where).toBeLessThanOrEqual(1);
          expect(await statusesOf(sandbox), where).toEqual(ids.map(() => 'delivered'));
          expect(await callback(sandbox, healthyId), where).toMatchObject({
            status: 'delivered',
            attempts: [{ number: 1, error: null }],
          });
          expect(sandboxBreaches(sandbox), where).toEqual([]);
        }),
      );
    },
    180_000,
  );

  it.each(networkFaults)(
    '%s, and the browser waits for it (callback-first): it is sent on when the attempt has ended or its time is over, and the payment is completed',
    async (name, reason, fault) => {
      const { faults, merchant } = await scene();
      const sandbox = await freshSandbox({ settings: settingsFor(name) });
      const token = await startCheckout(sandbox, 'aggregator', { callback_url: `${merchant.url}/` });
      failCallsAt(faults, '/', { nth: 1, fault });
      const form = new URLSearchParams({ token, action: 'approve', order: 'callback-first' });
      const { status, headers } = await sandbox.fetch('/checkout/tools', { method: 'POST', body: form });
      expect([status, headers.get('location')]).toEqual([303, `/checkout/result?token=${token}&lang=ar`]);
      await attempted(sandbox, 1);
      expect(await callback(sandbox)).toMatchObject({
        status: 'pending',
        attempts: [{ number: 1, answer: null, error: expect.stringMatching(reason) }],
      });
      expect((await sandbox.control('transactions')).json.data).toMatchObject([{ status: 'completed' }]);
      expect(sandboxBreaches(sandbox)).toEqual([]);
    },
  );

  it.each(networkFaults.filter(([name]) => /throws|name/.test(name)))(
    '%s, and so does every one after it: each callback is given up after its schedule, and can be sent again',
    async (name, reason, fault) => {
      const { faults, merchant } = await scene();
      const sandbox = await freshSandbox({ settings: settingsFor(name) });
      const failing = failCallsAt(faults, '/', { nth: 1, fault, lasting: true });
      await story(sandbox, `${merchant.url}/`);
      await attempted(sandbox, calls.length);
      for (const [round, by] of ['6s', '33s', '3m', '11m'].entries()) {
        await advance(sandbox, by);
        await attempted(sandbox, calls.length + (round + 1) * ids.length);
      }
      await settled(sandbox);
      const attempts = await attemptsOf(sandbox);
      expect(attempts).toHaveLength(5 * ids.length + 2);
      for (const { error } of attempts) expect(error).toMatch(reason);
      expect(await statusesOf(sandbox)).toEqual(ids.map(() => 'exhausted'));
      expect(sandboxBreaches(sandbox)).toEqual([]);

      failing.end();
      const { json } = await sandbox.control('callbacks/resend', { failed_since: '2026-01-15T12:00:00Z' });
      expect(json.data).toHaveLength(ids.length);
      await settled(sandbox);
      expect(await statusesOf(sandbox)).toEqual(ids.map(() => 'delivered'));
      expect(sandboxBreaches(sandbox)).toEqual([]);
    },
  );
});
