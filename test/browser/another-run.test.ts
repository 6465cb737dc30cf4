import { describe, expect, test } from 'vitest';
import { cableTo } from '../support/cable.ts';
import { startCheckout } from '../support/checkouts.ts';
import { passed } from '../support/cli.ts';
import { textOf } from '../support/customer.ts';
import { openInbox, openPhone, shownCodes } from '../support/phone.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('A sandbox without a data file starts again', () => {
  test.each([
    [3, 1],
    [1, 3],
  ])('after %i codes: open pages show the %i of the new run, and go on with it', async (old, fresh) => {
    const before = await openPhone();
    const after = await openPhone();
    const cable = await cableTo(before.sandboxUrl);
    for (let n = 0; n < old; n += 1) await before.send(`091111111${n}`);
    await startCheckout(before.sandbox, 'cardgw', { invoice_no: 'OLD-1' });
    const phone = await visitor({ refusalsExpected: true });
    await openInbox(phone, `${cable.url}/_sandbox/inbox`);
    const list = await phone.context().newPage();
    await list.goto(`${cable.url}/_sandbox/transactions`);
    const record = await phone.context().newPage();
    await record.goto(`${cable.url}/_sandbox/transactions/100001`);
    for (const page of [list, record]) await page.getByText('OLD-1').first().waitFor();
    cable.cut();
    await phone.locator('[data-live="wait"]').waitFor();
    await startCheckout(after.sandbox, 'cardgw', { invoice_no: 'NEW-1' });
    const codes: string[] = [];
    for (let n = 0; n < fresh; n += 1) codes.unshift((await after.send(`092222222${n}`)).code);
    cable.mend(after.sandboxUrl);
    await expect.poll(() => shownCodes(phone), { timeout: 10_000 }).toEqual(codes);
    for (const page of [list, record]) await page.getByText('NEW-1').first().waitFor();
    codes.unshift((await after.send('0933333333')).code);
    await expect.poll(() => shownCodes(phone)).toEqual(codes);
  });
});

describe('Another state', () => {
  test('the phone shows the codes of a restored snapshot, and none that were cleared', async () => {
    const { sandbox, sandboxUrl, send } = await openPhone();
    const first = await send();
    await sandbox.control('snapshots', { name: 'before' });
    const page = await visitor();
    await openInbox(page, `${sandboxUrl}/_sandbox/inbox`);
    const second = await send();
    await expect.poll(() => shownCodes(page)).toEqual([second.code, first.code]);
    await sandbox.control('snapshots/before/restore', {});
    await expect.poll(() => shownCodes(page)).toEqual([first.code]);
    await sandbox.control('otps', undefined, 'DELETE');
    const third = await send('0922222222');
    await expect.poll(() => shownCodes(page)).toEqual([third.code]);
  });

  test('a payment that a restored snapshot does not have is gone', async () => {
    const { sandbox, sandboxUrl } = await openPhone();
    await sandbox.control('snapshots', { name: 'empty' });
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-9' });
    const page = await visitor({ refusalsExpected: true });
    await page.goto(`${sandboxUrl}/_sandbox/transactions/100001`);
    await page.getByText('INV-9').first().waitFor();
    await sandbox.control('snapshots/empty/restore', {});
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });

  test('the snapshots page shows what others save', async () => {
    const { sandbox, sandboxUrl } = await openPhone();
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/snapshots`);
    await page.getByText('None yet.').waitFor();
    await sandbox.control('snapshots', { name: 'from-outside' });
    await page.getByText('from-outside').waitFor();
  });
});

describe('The clock of the sandbox', () => {
  test('ages and times left on open pages follow it, and stop while it is frozen', async () => {
    const { sandbox, sandboxUrl, send } = await openPhone();
    await sandbox.control('clock/freeze', {});
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-1' });
    const { id } = await send();
    const phone = await visitor();
    await openInbox(phone, `${sandboxUrl}/_sandbox/inbox`);
    const list = await phone.context().newPage();
    await list.goto(`${sandboxUrl}/_sandbox/transactions`);
    const age = () => textOf(list.locator('[data-row] [data-age]').first());
    const left = () => textOf(phone.locator(`#otp-${id} [data-countdown]`));
    await sandbox.control('clock/advance', { by: '2m' });
    await expect.poll(age, { timeout: 10_000 }).toBe('2 min');
    await expect.poll(left).toMatch(/^(?:3:0\d|2:59)$/);
    await sandbox.control('clock/resume', {});
    await expect.poll(left).toMatch(/^2:5[0-8]$/);
    await sandbox.control('clock/freeze', {});
    const standsStill = async () => {
      const before = await left();
      await passed(2500);
      return (await left()) === before;
    };
    await expect.poll(standsStill, { timeout: 20_000 }).toBe(true);
  });
});
