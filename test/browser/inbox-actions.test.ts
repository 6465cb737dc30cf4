import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openInbox, openPhone, phoneNumber } from '../support/phone.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('On the phone', () => {
  test.each([
    ['that the sandbox refuses', (route: Route) => route.fulfill({ status: 404 })],
    ['that cannot reach the sandbox', (route: Route) => route.abort()],
  ])('an action %s says so, until one works', async (_name, answer) => {
    const phone = await openPhone();
    const page = await visitor({ refusalsExpected: true });
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
    const { id } = await phone.send();
    const notice = page.getByRole('alert').filter({ hasText: 'That didn’t work.' });
    await page.route('**/expire', answer);
    await expireNow(page, id);
    await notice.waitFor();
    await page.unroute('**/expire');
    await expireNow(page, id);
    await page.locator(`#otp-${id}[data-state="expired"]`).waitFor();
    await expect.poll(() => notice.count()).toBe(0);
  });

  test('the first action and the first key of a browser work while the sandbox is down', async () => {
    const phone = await openPhone();
    const page = await visitor({ refusalsExpected: true });
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
    const { id } = await phone.send();
    const menu = page.locator(`#otp-${id} .otp-menu`);
    await menu.waitFor();
    await page.route('**', (route) => route.abort());
    await menu.locator('summary').click();
    await page.keyboard.press('Escape');
    await expect.poll(() => menu.getAttribute('open')).toBe(null);
    await expireNow(page, id);
    await page.getByRole('alert').filter({ hasText: 'That didn’t work.' }).waitFor();
  });

  test('an action keeps the focus at its code', async () => {
    const phone = await openPhone();
    const page = await visitor();
    const { id } = await phone.send();
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
    await page.locator(`#otp-${id} summary`).focus();
    await page.keyboard.press('Enter');
    await page.locator(`#otp-${id}`).getByRole('button', { name: 'Expire now' }).focus();
    await page.keyboard.press('Enter');
    await page.locator(`#otp-${id}[data-state="expired"]`).waitFor();
    const isThere = () => page.evaluate(`document.activeElement.closest('#otp-${id}') !== null`);
    await expect.poll(isThere).toBe(true);
  });

  test('a code that changes or goes away keeps the focus near it', async () => {
    const phone = await openPhone();
    const page = await visitor();
    const { id } = await phone.send();
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox/${phoneNumber}`);
    const focused = () => page.evaluate('document.activeElement.className');
    await page.locator(`#otp-${id} summary`).focus();
    await phone.sandbox.control(`otps/${id}/expire`, {});
    await page.locator(`#otp-${id}[data-state="expired"]`).waitFor();
    await expect.poll(focused).toBe('otp');
    for (let n = 0; n < 50; n += 1) await phone.send();
    await expect.poll(() => page.locator(`#otp-${id}`).count()).toBe(0);
    await expect.poll(focused).toBe('otps');
  });
});

async function expireNow(page: Page, id: string): Promise<void> {
  await page.locator(`#otp-${id} summary`).click();
  await page.locator(`#otp-${id}`).getByRole('button', { name: 'Expire now' }).click();
}
