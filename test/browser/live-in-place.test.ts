import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { attempted, paid, startCheckout } from '../support/checkouts.ts';
import { textOf } from '../support/customer.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { useBrowser, type VisitOptions } from '../support/visitors.ts';

const { visitor } = useBrowser();

const focusedHref = "document.activeElement.getAttribute('href')";

describe('A list', () => {
  test('goes on in the row that has the focus, and leaves the focus there', async () => {
    const { sandbox, page } = await openList('transactions');
    const token = await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-2' });
    await page.getByRole('button', { name: '1 new' }).click();
    await expect.poll(() => page.evaluate(focusedHref)).toBe('/_sandbox/transactions/100002');
    await sandbox.control(`checkouts/${token}/cancel`, {});
    await expect.poll(() => stateOf(page, '100002')).toBe('canceled');
    await expect.poll(() => page.evaluate(focusedHref)).toBe('/_sandbox/transactions/100002');
  });

  test('keeps a row that no longer matches in its place, up to date and marked, until new rows are shown', async () => {
    const { sandbox, page, token } = await openList('transactions?verdict=waiting');
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-2' });
    await page.getByRole('button', { name: '1 new' }).click();
    const [first, second] = [page.locator('[data-row="100001"]'), page.locator('[data-row="100002"]')];
    const { y } = (await first.boundingBox()) ?? {};
    await sandbox.control(`checkouts/${token}/approve`, {});
    await expect.poll(() => textOf(first.locator('.verdict-cell'))).toMatch(/^Your app knows/);
    await expect.poll(() => stateOf(page, '100001')).toBe('paid');
    await expect.poll(() => textOf(first.locator('.main-cell'))).toBe('INV-1 No longer matches');
    expect((await first.boundingBox())?.y).toBe(y);
    await expect.poll(() => second.getByText('No longer matches').count()).toBe(0);
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-3' });
    await page.getByRole('button', { name: '1 new' }).click();
    await expect.poll(() => invoicesOf(page)).toEqual(['INV-3', 'INV-2']);
  });

  test('of callbacks shows that a pending one is held now', async () => {
    const { sandbox, merchant, page } = await openList('callbacks?status=pending');
    merchant.answerWith(500);
    await paid(sandbox, `${merchant.url}/callback`, {}, 'INV-2');
    await page.getByRole('button', { name: '1 new' }).click();
    await sandbox.control('callbacks/1/hold', {});
    await expect.poll(() => textOf(page.locator('.outcome'))).toMatch(/held/i);
    await expect.poll(() => textOf(page.locator('.main-cell'))).toBe('INV-2 No longer matches');
  });

  test('goes on in rows that newer ones pushed off the first page', async () => {
    const { sandbox, page, token } = await openList('transactions');
    for (let n = 10; n < 61; n += 1) await startCheckout(sandbox, 'cardgw', { invoice_no: `INV-${n}` });
    await page.getByRole('button', { name: '50 or more new' }).waitFor();
    await sandbox.control(`checkouts/${token}/cancel`, {});
    await expect.poll(() => stateOf(page, '100001')).toBe('canceled');
    await expect.poll(() => page.getByText('No longer matches').count()).toBe(0);
  });

  test('goes on after a page that it could not take over', async () => {
    const { sandbox, page, token } = await openList('transactions', { refusalsExpected: true });
    let broken = 0;
    await page.route(/\/_sandbox\/transactions\?/, async (route) => {
      broken += 1;
      await route.fulfill({ contentType: 'text/html', body: '<p>Something else answers here.</p>' });
    });
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-2' });
    await expect.poll(() => broken).toBeGreaterThan(0);
    await page.unroute(/\/_sandbox\/transactions\?/);
    await sandbox.control(`checkouts/${token}/cancel`, {});
    await expect.poll(() => stateOf(page, '100001')).toBe('canceled');
  });

  test('announces an older row that matches only now', async () => {
    const { sandbox, page, token } = await openList('transactions?verdict=told');
    await sandbox.control(`checkouts/${token}/approve`, {});
    await page.getByRole('button', { name: '1 new' }).click();
    await expect.poll(() => invoicesOf(page)).toEqual(['INV-1']);
  });
});

describe('While the focus is on a link', () => {
  test('the overview goes on, and the focus stays on that link', async () => {
    const { sandbox, page } = await open('');
    const link = page.locator('[data-part] a[href="/_sandbox/transactions/100001"]');
    await link.focus();
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-2' });
    await page.locator('[data-part]').getByText('INV-2').waitFor();
    await expect.poll(() => page.evaluate(focusedHref)).toBe('/_sandbox/transactions/100001');
  });

  test('the timeline of a payment goes on', async () => {
    const { sandbox, page, token } = await open('transactions/100001');
    const link = page.locator('[data-part="timeline"] a').first();
    await link.focus();
    const href = await page.evaluate(focusedHref);
    await sandbox.control(`checkouts/${token}/cancel`, {});
    await expect.poll(() => page.locator('.timeline').textContent()).toContain('canceled');
    await expect.poll(() => page.evaluate(focusedHref)).toBe(href);
  });

  test('the chips of the bar and the numbers of the phone go on', async () => {
    const { sandbox, page } = await open('inbox');
    await sandbox.call('walletB/verify', { mobile_number: '0911111111', amount: '10' });
    await page.locator('[data-number="0911111111"]').focus();
    await sandbox.call('walletB/verify', { mobile_number: '0922222222', amount: '10' });
    await page.locator('[data-number="0922222222"]').waitFor();
    await expect.poll(() => page.evaluate(focusedHref)).toBe('/_sandbox/inbox/0911111111');
    await sandbox.control('faults', { effect: { code: 'BACKEND_ERROR' } });
    await page.locator('.chip').focus();
    await sandbox.control('settings', { strict: true }, 'PATCH');
    await expect.poll(() => page.locator('.chip').count()).toBe(2);
    await expect.poll(() => page.evaluate(focusedHref)).toBe('/_sandbox/faults');
  });

  test('that goes away, its part gets the focus', async () => {
    const { sandbox, page, token } = await open('transactions/100001');
    await page.getByRole('link', { name: 'Open the checkout' }).focus();
    await sandbox.control(`checkouts/${token}/cancel`, {});
    await expect.poll(() => page.evaluate('document.activeElement.dataset.part')).toBe('head');
  });
});

test('The details of a callback show its next attempt while there is one', async () => {
  const { sandbox, sandboxUrl, merchant, page } = await open('');
  merchant.answerWith(500);
  await paid(sandbox, `${merchant.url}/callback`, {}, 'INV-2');
  await attempted(sandbox, 1);
  await page.goto(`${sandboxUrl}/_sandbox/callbacks/1`);
  const details = page.locator('[aria-labelledby="record"]');
  await expect.poll(() => textOf(details)).toContain('next_attempt_at');
  await sandbox.control('callbacks/1/hold', {});
  await expect.poll(() => textOf(details)).not.toContain('next_attempt_at');
  await sandbox.control('callbacks/1/release', {});
  await expect.poll(() => textOf(details)).toContain('next_attempt_at');
});

test('The details of a payment show until when its checkout is open now', async () => {
  const { sandbox, page, token } = await open('transactions/100001');
  const time = page.locator('[aria-labelledby="record"] dd:has(time)').last();
  const before = await textOf(time);
  await sandbox.control(`checkouts/${token}/extend`, { by: '2h' });
  await expect.poll(() => textOf(time)).not.toBe(before);
});

test('Pages go on in their language when another tab changes it, and leave the change alone', async () => {
  const { sandbox, sandboxUrl, page } = await open('');
  const list = await page.context().newPage();
  await list.goto(`${sandboxUrl}/_sandbox/transactions`);
  const phone = await page.context().newPage();
  await phone.goto(`${sandboxUrl}/_sandbox/inbox`);
  const other = await page.context().newPage();
  await other.goto(`${sandboxUrl}/_sandbox/clock`);
  await other.getByRole('button', { name: 'العربية' }).click();
  await other.locator('html[lang="ar"]').waitFor();
  await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-2' });
  await sandbox.call('walletB/verify', { mobile_number: '0911111111', amount: '10' });
  await page.locator('[data-part]').getByText('INV-2').waitFor();
  await expect.poll(() => page.locator('[data-part] h2').allTextContents()).toContain('Latest payments');
  await list.getByRole('button', { name: '1 new' }).click();
  await expect.poll(() => stateOf(list, '100002')).toBe('open');
  await expect.poll(() => textOf(phone.locator('.otp .badge'))).toBe('Valid');
  await other.reload();
  await expect.poll(() => other.evaluate('document.documentElement.lang')).toBe('ar');
});

async function open(path: string, options: VisitOptions = {}) {
  const checkout = await openCheckout('cardgw');
  const page = await visitor(options);
  await page.goto(`${checkout.sandboxUrl}/_sandbox/${path}`);
  return { ...checkout, page };
}

async function openList(path: string, options: VisitOptions = {}) {
  const opened = await open(path, options);
  await opened.page.locator('[data-live="on"]').waitFor();
  return opened;
}

function stateOf(page: Page, id: string): Promise<string> {
  return textOf(page.locator(`[data-row="${id}"] .state-cell`));
}

function invoicesOf(page: Page): Promise<string[]> {
  return page.locator('.main-cell').allInnerTexts();
}
