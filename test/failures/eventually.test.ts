import { describe, expect, it } from 'vitest';
import { sandboxBreaches } from '../invariants/sandbox-breaches.ts';
import { paid, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { deliveredAtLast } from './delivered.ts';
import { failAt } from './failing-statements.ts';

const statements = Array.from({ length: 40 }, (_, index) => index + 1);

describe('P3: a database call that fails, whichever it is, delays what is due and loses nothing', () => {
  it('deliver: the callback is delivered after all, with the same bytes, and its attempts are numbered', async () => {
    const merchant = await freshMerchant();
    const reached = await Promise.all(
      statements.map(async (nth) => {
        const sandbox = await freshSandbox();
        await paid(sandbox, `${merchant.url}/${nth}`, { delay: '1h' });
        const failing = failAt(sandbox, nth, false);
        sandbox.runtime.clock.advance(3_600_000);
        expect(await deliveredAtLast(sandbox), `statement ${nth}`).toBe(true);
        failing.end();
        expect(sandboxBreaches(sandbox), `statement ${nth}`).toEqual([]);
        const arrived = merchant.arrivals.filter(({ url }) => url === `/${nth}`);
        expect(arrived.length, `statement ${nth}`).toBeGreaterThan(0);
        expect(new Set(arrived.map(({ body }) => body)).size, `statement ${nth}`).toBe(1);
        return failing.reached();
      }),
    );
    expect(reached.filter((each) => each).length).toBeGreaterThan(15);
  });

  it('expiry: the checkout expires after all, and the call that moved the clock is answered', async () => {
    const reached = await Promise.all(
      statements.map(async (nth) => {
        const sandbox = await freshSandbox();
        await startCheckout(sandbox, 'cardgw');
        const failing = failAt(sandbox, nth, false);
        const { status } = await sandbox.control('clock/advance', { by: '31m' });
        failing.end();
        expect([200, 503], `statement ${nth}`).toContain(status);
        if (status === 503) await sandbox.control('clock/advance', { by: '31m' });
        const { json } = await sandbox.control('events?type=transaction.expired&wait=5s');
        expect(json.data, `statement ${nth}`).toHaveLength(1);
        expect(sandboxBreaches(sandbox), `statement ${nth}`).toEqual([]);
        return failing.reached();
      }),
    );
    expect(reached.filter((each) => each).length).toBeGreaterThan(15);
  });
});
