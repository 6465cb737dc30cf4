import { describe, expect, it } from 'vitest';
import { sandboxBreaches, sandboxConnection } from '../invariants/sandbox-breaches.ts';
import { paid, startCheckout } from '../support/checkouts.ts';
import { dataFile } from '../support/data-file.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { codes, keeping, multiplied, rowsOf, tidied } from '../support/retention.ts';

describe('Retention', () => {
  it('keeps so many of the newest requests, events and codes, each code with its process', async () => {
    const sandbox = await keeping();
    await codes(sandbox, 300);
    await sandbox.control('clock/advance', { by: '1h' });
    await tidied(sandbox);
    expect(rowsOf(sandbox, 'requests')).toEqual([100, 201]);
    expect(rowsOf(sandbox, 'otps')).toEqual([100, 201]);
    // 300 codes sent, one clock change, 300 codes expired.
    expect(rowsOf(sandbox, 'events')).toEqual([200, 402]);
    expect(sandboxConnection(sandbox).prepare('SELECT count(*) FROM verifications').pluck().get()).toBe(100);
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });

  it('is on unless it is switched off, and keeps transactions unless they are named', async () => {
    const { retention: usual } = (await (await freshSandbox()).control('settings')).json;
    expect(usual).toEqual({ requests: 10_000, events: 50_000, otps: 10_000, transactions: null });
  });

  it('keeps everything where a limit is off', async () => {
    const sandbox = await freshSandbox({
      settings: { retention: { requests: null, events: null, otps: null } },
    });
    await codes(sandbox, 150);
    await sandbox.control('clock/advance', { by: '1h' });
    await tidied(sandbox);
    expect(['requests', 'otps', 'events'].map((table) => rowsOf(sandbox, table))).toEqual([
      [150, 1],
      [150, 1],
      [301, 1],
    ]);
  });

  it('takes a new limit at once', async () => {
    const sandbox = await freshSandbox();
    await codes(sandbox, 150);
    await tidied(sandbox);
    expect(rowsOf(sandbox, 'requests')).toEqual([150, 1]);
    await sandbox.control('settings', { retention: { requests: 120 } }, 'PATCH');
    await tidied(sandbox);
    expect(rowsOf(sandbox, 'requests')).toEqual([120, 31]);
  });

  it('never drops what is unfinished: it can be paid, confirmed and released, with its whole story', async () => {
    const sandbox = await keeping();
    const merchant = await freshMerchant();
    const open = await startCheckout(sandbox, 'cardgw', { return_url: `${merchant.url}/return` });
    await paid(sandbox, `${merchant.url}/callback`, { hold: true }, 'INV-2');
    await codes(sandbox, 1);
    await codes(sandbox, 300, 1);
    for (const id of Array.from({ length: 300 }, (_, each) => each + 2))
      await sandbox.control(`otps/${id}/expire`, {});
    await tidied(sandbox);
    expect(rowsOf(sandbox, 'otps')).toEqual([101, 1]);
    expect(sandboxBreaches(sandbox)).toEqual([]);
    const { json: kept } = await sandbox.control('events?limit=5');
    expect(kept.data.map(({ id, type }: Record<string, string>) => `${id} ${type}`)).toEqual([
      '1 transaction.started',
      '2 transaction.started',
      '3 transaction.completed',
      '4 callback.created',
      '5 otp.sent',
    ]);

    expect((await sandbox.control(`checkouts/${open}/approve`, {})).status).toBe(200);
    const confirm = { process_id: '1000000000001', code: '1234', amount: '10.00', invoice_no: 'INV-3' };
    expect((await sandbox.call('walletB/confirm', confirm)).status).toBe(200);
    expect((await sandbox.control('callbacks/1/release', {})).status).toBe(200);
    await merchant.arrived(2);
    expect((await sandbox.control('callbacks/settled?wait=10s&retries=true', undefined, 'POST')).status).toBe(
      200,
    );
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });

  it('keeps the process that paid as long as its transaction: it cannot be paid with again', async () => {
    const sandbox = await keeping();
    await codes(sandbox, 1);
    const confirm = { process_id: '1000000000001', code: '1234', amount: '10.00', invoice_no: 'INV-1' };
    expect((await sandbox.call('walletB/confirm', confirm)).status).toBe(200);
    const again = async () =>
      (await sandbox.call('walletB/confirm', { ...confirm, invoice_no: 'INV-2' })).json;
    const refused = await again();
    await codes(sandbox, 300, 1);
    await sandbox.control('clock/advance', { by: '1h' });
    await tidied(sandbox);
    expect(rowsOf(sandbox, 'otps')).toEqual([100, 202]);
    expect(await again()).toEqual(refused);
    expect(sandboxBreaches(sandbox)).toEqual([]);
  });

  it('tells on the page of an old transaction that its story is no longer whole', async () => {
    const sandbox = await keeping();
    const token = await startCheckout(sandbox, 'cardgw');
    await sandbox.control(`checkouts/${token}/expire`, {});
    const hint = 'Its first events are no longer kept';
    expect((await sandbox.fetch('/_sandbox/transactions/100001')).text).not.toContain(hint);
    await codes(sandbox, 150);
    await sandbox.control('clock/advance', { by: '1h' });
    await tidied(sandbox);
    expect((await sandbox.fetch('/_sandbox/transactions/100001')).text).toContain(hint);
  });

  it('drops old transactions where it is told to, and their invoice numbers are free again', async () => {
    const sandbox = await keeping({ transactions: 100 });
    const merchant = await freshMerchant();
    await paid(sandbox, `${merchant.url}/callback`);
    await merchant.arrived(1);
    await sandbox.control('callbacks/settled?wait=10s&retries=true', undefined, 'POST');
    for (const each of Array.from({ length: 100 }, (_, index) => index))
      await sandbox.control(
        `checkouts/${await startCheckout(sandbox, 'cardgw', { invoice_no: `C-${each}` })}/expire`,
        {},
      );
    await tidied(sandbox);
    expect(rowsOf(sandbox, 'transactions')).toEqual([100, 100_002]);
    expect(rowsOf(sandbox, 'callbacks')).toEqual([0, null]);
    expect((await sandbox.control('transactions/100001')).status).toBe(404);
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-1' });
  });

  it('works in slices of at most 500 rows', async () => {
    const sandbox = await keeping();
    await codes(sandbox, 50);
    multiplied(sandbox, 6);
    const { retention } = sandbox.runtime.store;
    const { drop } = retention;
    const slices: number[] = [];
    Object.assign(retention, {
      drop: (...asked: Parameters<typeof drop>) => {
        const looked = drop(...asked);
        slices.push(looked.rows);
        return looked;
      },
    });
    await tidied(sandbox);
    expect([rowsOf(sandbox, 'requests'), rowsOf(sandbox, 'otps')]).toEqual([
      [100, 3101],
      [50, 1],
    ]);
    expect(Math.max(...slices)).toBeLessThanOrEqual(500);
  });

  it('catches up with a file that was filled without it', async () => {
    const data = dataFile();
    const off = { settings: { retention: { requests: null, events: null, otps: null } }, data };
    const before = await freshSandbox(off);
    await codes(before, 300);
    await before.stop();
    const sandbox = await keeping({}, { data });
    await tidied(sandbox);
    expect(rowsOf(sandbox, 'requests')).toEqual([100, 201]);
  });

  it('leaves the rows alone that a reset or a restore puts in their place', async () => {
    const sandbox = await keeping();
    await codes(sandbox, 50);
    await sandbox.control('clock/advance', { by: '1h' });
    await sandbox.control('snapshots', { name: 'few' });
    await codes(sandbox, 300, 50);
    const tidying = tidied(sandbox);
    await sandbox.control('snapshots/few/restore', {});
    await tidying;
    await tidied(sandbox);
    expect(['requests', 'otps'].map((table) => rowsOf(sandbox, table))).toEqual([
      [50, 1],
      [50, 1],
    ]);
    // The codes sent, the clock change, the codes expired, and the restore, whose ID follows the last one.
    expect(rowsOf(sandbox, 'events')).toEqual([102, 1]);
  });
});
