import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { words } from '../../src/pages/words/words.ts';
import { busySandbox } from '../support/busy-sandbox.ts';
import { startCheckout } from '../support/checkouts.ts';
import { textOf } from '../support/customer.ts';
import { verified } from '../support/merchant-api.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { rightFields } from '../support/sandbox.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('A list', () => {
  test('stays put while new rows arrive, and shows them by a button', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/transactions`);
    await page.locator('[data-live="on"]').waitFor();
    for (const invoice of ['INV-2', 'INV-3', 'INV-4'])
      await startCheckout(sandbox, 'cardgw', { invoice_no: invoice });
    await expect.poll(() => textOf(page.locator('[data-held]'))).toBe('3 new');
    await expect.poll(() => invoicesOf(page)).toEqual(['INV-1']);
    await page.getByRole('button', { name: '3 new' }).click();
    await expect.poll(() => invoicesOf(page)).toEqual(['INV-4', 'INV-3', 'INV-2', 'INV-1']);
    await expect.poll(() => page.locator('[data-held]').isVisible()).toBe(false);
  });

  test('brings the rows that it shows up to date in their places', async () => {
    const { sandbox, sandboxUrl, token } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/transactions`);
    await page.locator('[data-live="on"]').waitFor();
    await sandbox.control(`checkouts/${token}/cancel`, {});
    await expect.poll(() => textOf(page.locator('[data-row] .state-cell'))).toBe('canceled');
    await expect.poll(() => page.locator('[data-held]').isVisible()).toBe(false);
  });

  test('shows unpaid invoices while they are unpaid', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/transactions`);
    await page.locator('[data-live="on"]').waitFor();
    const fields = await verified(sandbox, 'walletA');
    await page.locator(`[data-process="${fields.process_id}"]`).waitFor();
    await sandbox.control('clock/advance', { by: '10m' });
    await expect.poll(() => page.locator('[data-process]').textContent()).toContain('code expired');
    const again = await verified(sandbox, 'walletA');
    await sandbox.call('walletA/confirm', { ...again, invoice_no: 'INV-2' });
    await page.getByRole('button', { name: '1 new' }).waitFor();
    await expect.poll(() => processesOn(page)).toEqual([fields.process_id]);
    // The code of this number never arrives.
    await sandbox.call('walletB/verify', { mobile_number: '0949999909', amount: '10' });
    await page.getByText('code not sent').waitFor();
  });

  test('counts only what matches its filters, refused requests too', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/requests`);
    await page.getByLabel('Code').selectOption('INVALID_INPUTS');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.waitForURL('**/requests?gateway=&code=INVALID_INPUTS&lint=');
    await expect.poll(() => textOf(page.locator('.empty h2'))).toBe('No request matches');
    await sandbox.call('cardgw/confirm', {});
    await sandbox.call('cardgw/confirm', {}, { apiKey: 'wrong' });
    await page.getByRole('button', { name: '1 new' }).click();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
  });

  test('shares one stream with the inbox in another tab', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const inbox = await visitor();
    await inbox.goto(`${sandboxUrl}/_sandbox/inbox`);
    await inbox.locator('[data-live="on"]').waitFor();
    const list = await inbox.context().newPage();
    await list.goto(`${sandboxUrl}/_sandbox/transactions`);
    await list.locator('[data-live="on"]').waitFor();
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-2' });
    await expect.poll(() => textOf(list.locator('[data-held]'))).toBe('1 new');
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    await inbox.getByTestId('otp').waitFor();
  });
});

describe('While somebody looks at it', () => {
  test('the timeline of a transaction goes on', async () => {
    const { sandbox, sandboxUrl, token } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/transactions/100001`);
    await expect.poll(() => page.locator('.timeline li').count()).toBe(2);
    await sandbox.control(`checkouts/${token}/approve`, {});
    await page.getByText('The callback was delivered').waitFor();
    await expect.poll(() => textOf(page.locator('.page-head .badge'))).toBe('paid');
  });

  test('a callback shows its next attempt', async () => {
    const { sandboxUrl } = await busySandbox();
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/callbacks/1`);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.locator('#attempt-2').getByText('answered 500').waitFor();
    await expect.poll(() => page.locator('#attempt-1 h3').first().isVisible()).toBe(false);
  });

  test('the Compatibility page proposes what the client needs, and sets it by a button', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/compatibility`);
    await expect
      .poll(() => textOf(page.locator('#summary')))
      .toBe('Nothing needs changing, based on 1 request and 0 callbacks.');
    const short = { mobile_number: '945678901', amount: '10.00' };
    await sandbox.call('walletB/verify', short);
    await page.getByRole('button', { name: 'Apply mobile.lenient' }).click();
    await page.waitForURL('**/compatibility?done=applied');
    expect((await sandbox.call('walletB/verify', short)).status).toBe(200);
    await expect
      .poll(() => textOf(page.locator('#summary')))
      .toBe('Nothing needs changing, based on 3 requests and 0 callbacks.');
  });

  test('the Compatibility page includes the last request of a busy time, when no event comes any more', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const { callbacks } = sandbox.runtime.store;
    const list = callbacks.list.bind(callbacks);
    // The first check takes long, so that the server rests for some seconds before the next one.
    callbacks.list = (...asked) => {
      callbacks.list = list;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      return list(...asked);
    };
    const page = await visitor({ refusalsExpected: true });
    await page.goto(`${sandboxUrl}/_sandbox/compatibility`);
    // Refused: it is in no event log.
    await sandbox.call('walletB/verify', { mobile_number: '945678901', amount: '10.00' });
    await page.locator('[data-again-ms]').waitFor({ state: 'attached' });
    let failed = 0;
    await page.route(/compatibility\?/, (route) => {
      failed += 1;
      return failed === 1 ? route.abort() : route.continue();
    });
    await expect.poll(() => textOf(page.locator('#summary'))).toContain('in 2 requests');
    await expect.poll(() => page.locator('[data-again-ms]').count()).toBe(0);
  });

  test('the page of an account that a reset removes becomes one that says so; of another, what is typed stays', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const { json: added } = await sandbox.control('accounts', { name: 'Second Shop' });
    const kept = await visitor();
    await kept.goto(`${sandboxUrl}/_sandbox/account?id=demo`);
    await kept.locator('input[name="name"]').fill('Renamed');
    const removed = await kept.context().newPage();
    await removed.goto(`${sandboxUrl}/_sandbox/account?id=${added.id}`);
    await removed.locator('input[name="name"]').waitFor();
    await sandbox.control('reset', {});
    await removed.getByRole('heading', { name: words.en.messages.noPage.heading }).waitFor();
    await expect.poll(() => kept.locator('input[name="name"]').inputValue()).toBe('Renamed');
  });

  test('the overview counts the errors that come', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/`);
    await sandbox.call('cardgw/confirm', {}, { apiKey: 'wrong' });
    await page.locator('.tallies').getByRole('link', { name: 'UNAUTHORIZED' }).click();
    await page.waitForURL('**/requests?code=UNAUTHORIZED');
  });
});

function processesOn(page: Page): Promise<(string | undefined)[]> {
  return page.locator('[data-process]').evaluateAll((rows) => rows.map((row) => row.dataset.process));
}

function invoicesOf(page: Page): Promise<string[]> {
  return page.locator('.main-cell').allInnerTexts();
}
