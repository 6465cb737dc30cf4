import { describe, expect, it } from 'vitest';
import { sandboxBreaches } from '../invariants/sandbox-breaches.ts';
import { advance, attempted, callback, paid, settled } from '../support/checkouts.ts';
import { freshHoldingMerchant, freshMerchant, freshSandbox } from '../support/fresh.ts';
import { deliveredAtLast } from './delivered.ts';
import { failCallsAt, freshFaults, networkFaults } from './failing-network.ts';
import { failAt } from './failing-statements.ts';

const statements = Array.from({ length: 45 }, (_, index) => index + 1);
const [, reason, reset] = networkFaults[1] ?? [];

describe('P3: the network and the database fail in one delivery', () => {
  it.each([
    ['the first call is reset, and the database fails before it, with it or after it', 1],
    ['the database fails, and the call after that is reset', 2],
  ])(
    '%s, at any statement: it is delivered after all, with the same bytes',
    async (_name, nth) => {
      if (!reason || !reset) throw new Error('there is no such fault');
      const [faults, merchant] = [await freshFaults(), await freshMerchant()];
      const seen = await Promise.all(
        statements.map(async (statement) => {
          const where = `statement ${statement}`;
          const path = `/${statement}/`;
          const sandbox = await freshSandbox();
          await paid(sandbox, merchant.url + path, { delay: '1h' });
          failCallsAt(faults, path, { nth, fault: reset });
          const { journal } = sandbox.runtime;
          let isOver = false;
          const types = ['callback.attempted', 'callback.delivered'];
          journal.follow({ types }, () => (isOver = true), journal.told);
          const failing = failAt(sandbox, statement, false);
          sandbox.runtime.clock.advance(3_600_000);
          // Waiting by the control API runs statements of its own, so on a busy machine one of those would fail.
          await expect.poll(() => isOver || failing.reached()).toBe(true);
          expect(await deliveredAtLast(sandbox), where).toBe(true);
          failing.end();
          const { status, attempts } = await callback(sandbox);
          expect(status, where).toBe('delivered');
          expect(sandboxBreaches(sandbox), where).toEqual([]);
          const bodies = merchant.arrivals.filter(({ url }) => url === path).map(({ body }) => body);
          expect(new Set(bodies).size, where).toBe(1);
          // An attempt whose end could not be stored has no end, but nothing wrong.
          for (const { error } of attempts) if (error !== null) expect(error, where).toMatch(reason);
          return { reached: failing.reached(), attempts: attempts.length };
        }),
      );
      expect(seen.filter(({ reached }) => reached).length).toBeGreaterThan(15);
      expect(Math.max(...seen.map(({ attempts }) => attempts))).toBeGreaterThan(nth);
    },
    180_000,
  );
});

describe('P12: snapshots while an attempt is under way', () => {
  it('A snapshot that was saved meanwhile: restored, the callback is pending and goes out again with the same bytes', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshHoldingMerchant();
    await paid(sandbox, merchant.url);
    await merchant.arrived(1);
    await sandbox.control('snapshots', { name: 'meanwhile' });
    merchant.release();
    await settled(sandbox);
    expect((await callback(sandbox)).status).toBe('delivered');

    await sandbox.control('snapshots/meanwhile/restore', {});
    expect(await callback(sandbox)).toMatchObject({
      status: 'pending',
      attempts: [{ number: 1, duration_ms: null, answer: null, error: expect.stringMatching(/^cut off: /) }],
    });
    await advance(sandbox, '6s');
    await settled(sandbox);
    expect(await callback(sandbox)).toMatchObject({
      status: 'delivered',
      attempts: [{ number: 1 }, { number: 2, answer: { status: 200 } }],
    });
    expect(new Set(merchant.requests).size).toBe(1);
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });

  it('A restore meanwhile: the attempt is broken off and writes nothing into what was restored', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshHoldingMerchant();
    await sandbox.control('snapshots', { name: 'empty' });
    await paid(sandbox, merchant.url, { copies: 4 });
    await merchant.arrived(4);
    await sandbox.control('snapshots/empty/restore', {});
    await merchant.left();
    merchant.release();
    await settled(sandbox);
    expect((await sandbox.control('callbacks')).json.data).toEqual([]);
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });

  it('A restore that fails, at whichever of its first statements: the attempt goes on, and what the tester has asked for is sent', async () => {
    const seen = await Promise.all(
      statements.map(async (statement) => {
        const where = `statement ${statement}`;
        const sandbox = await freshSandbox();
        const merchant = await freshHoldingMerchant();
        await sandbox.control('snapshots', { name: 'empty' });
        await paid(sandbox, merchant.url);
        await merchant.arrived(1);
        await sandbox.control('callbacks/1/resend', {});
        const failing = failAt(sandbox, statement, false);
        const { status } = await sandbox.control('snapshots/empty/restore', {});
        failing.end();
        merchant.release();
        if (status === 200) return false;
        expect(status, where).toBe(503);
        await attempted(sandbox, 2);
        await settled(sandbox);
        expect(await callback(sandbox), where).toMatchObject({
          status: 'delivered',
          attempts: [
            { number: 1, answer: { status: 200 } },
            { number: 2, answer: { status: 200 } },
          ],
        });
        expect(sandboxBreaches(sandbox), where).toEqual([]);
        return true;
      }),
    );
    expect(seen.filter((each) => each).length).toBeGreaterThan(10);
  });
});
