import { describe, expect, it } from 'vitest';
import { failAt } from '../failures/failing-statements.ts';
import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import { startCheckout } from '../support/checkouts.ts';
import { dataFile } from '../support/data-file.ts';
import { expectSound, leftovers, listed, shop, slicedSandbox, swept } from './large-state.ts';

const calls = {
  reset: ['reset', {}],
  save: ['snapshots', { name: 'one' }],
  restore: ['snapshots/one/restore', {}],
} as const;

/** A sandbox with 8 payments, 4 of them in a snapshot. */
async function used(data?: string) {
  const sandbox = await slicedSandbox(data === undefined ? {} : { data });
  await shop(sandbox, 'A');
  await sandbox.control('snapshots', { name: 'one' });
  await shop(sandbox, 'B');
  return sandbox;
}

describe.each(Object.entries(calls))(
  'A storage that fails during a %s of a large state',
  (name, [path, body]) => {
    it('at any statement: it is done or not done, and payments go on', async () => {
      const sandbox = await used();
      const done = { reset: 0, save: 8, restore: 4 }[name];
      let failures = 0;
      for (let nth = 1; ; nth = Math.ceil(nth * 2)) {
        const count = (await listed(sandbox)).length;
        const failing = failAt(sandbox, nth, false);
        const { status } = await sandbox.control(path, body);
        failing.end();
        await swept(sandbox);
        expect([count, done]).toContain((await listed(sandbox)).length);
        expect(leftovers(sandbox)).toEqual([]);
        if (status >= 400) failures += 1;
        if (!failing.reached()) break;
      }
      expect(failures).toBeGreaterThan(3);
      await startCheckout(sandbox, 'localbankcards', { invoice_no: 'after' });
      expectSound(sandbox);
    });

    it('for want of space: nothing has changed, payments go on, and it works when there is space', async () => {
      const sandbox = await used(dataFile());
      const connection = sandboxConnection(sandbox);
      const before = await listed(sandbox);
      const pages = Number(connection.pragma('page_count', { simple: true }));
      connection.pragma(`max_page_count = ${pages + 10}`);
      const refused = await sandbox.control(path, body);
      expect([refused.status, refused.json.error.code]).toEqual([503, 'STORAGE_FAILED']);
      expect(await listed(sandbox)).toEqual(before);
      await swept(sandbox);
      await startCheckout(sandbox, 'localbankcards', { invoice_no: 'meanwhile' });
      connection.pragma('max_page_count = 1000000');
      expect((await sandbox.control(path, body)).status).toBeLessThan(300);
      await swept(sandbox);
      expectSound(sandbox);
    });
  },
);
