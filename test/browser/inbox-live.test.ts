import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { cableTo } from '../support/cable.ts';
import { textOf } from '../support/customer.ts';
import { openInbox, openPhone, shownCodes } from '../support/phone.ts';
import { rightFields } from '../support/sandbox.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('One stream per browser', () => {
  test('eight inbox tabs share it, all of them are live, and a checkout page still loads', async () => {
    const phone = await openPhone();
    const { json } = await phone.sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    const first = await visitor();
    const streams: string[] = [];
    first.context().on('request', (request) => {
      if (request.url().includes('/_sandbox/events')) streams.push(request.url());
    });
    const tabs = [first];
    while (tabs.length < 8) tabs.push(await first.context().newPage());
    for (const tab of tabs) await openInbox(tab, `${phone.sandboxUrl}/_sandbox/inbox`);
    expect(streams).toHaveLength(1);
    const checkout = await first.context().newPage();
    await checkout.goto(json.result.redirect_url);
    await checkout.getByTestId('pay').waitFor();
    const sent = await phone.send();
    for (const tab of tabs) await tab.locator(`#otp-${sent.id}`).waitFor();
  });

  test('when the tab that reads it closes, another one goes on where it was', async () => {
    const phone = await openPhone();
    const first = await visitor();
    const second = await first.context().newPage();
    for (const tab of [first, second]) await openInbox(tab, `${phone.sandboxUrl}/_sandbox/inbox`);
    const before = await phone.send('0911111111');
    await second.locator(`#otp-${before.id}`).waitFor();
    await first.close();
    const after = await phone.send('0922222222');
    await second.locator(`#otp-${after.id}`).waitFor();
    await expect.poll(() => shownCodes(second)).toEqual([after.code, before.code]);
  });
});

describe('Live, Reconnecting, Offline', () => {
  test('codes missed while the server was away come after the reconnect, once', async () => {
    const phone = await openPhone();
    const cable = await cableTo(phone.sandboxUrl);
    const page = await visitor({ refusalsExpected: true });
    await openInbox(page, `${cable.url}/_sandbox/inbox`);
    const other = await page.context().newPage();
    await openInbox(other, `${cable.url}/_sandbox/inbox`);
    const seen = await phone.send('0911111111');
    for (const tab of [page, other]) await tab.locator(`#otp-${seen.id}`).waitFor();
    cable.cut();
    for (const tab of [page, other]) {
      await tab.locator('[data-live="wait"]').waitFor();
      await expect.poll(() => textOf(tab.locator('[data-live]'))).toBe('Reconnecting');
    }
    const missed = [await phone.send('0922222222'), await phone.send('0933333333')];
    cable.mend();
    for (const tab of [page, other]) {
      await tab.locator('[data-live="on"]').waitFor();
      for (const { id } of missed) await tab.locator(`#otp-${id}`).waitFor();
    }
    const next = await phone.send('0944444444');
    const expected = [next, ...missed.toReversed(), seen].map(({ code }) => code);
    for (const tab of [page, other]) {
      await tab.locator(`#otp-${next.id}`).waitFor();
      await expect.poll(() => shownCodes(tab)).toEqual(expected);
    }
  });

  test('a code that was sent between the making of the page and its stream is not missed', async () => {
    const phone = await openPhone();
    const page = await visitor();
    let hold = () => {};
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    await page.route('**/assets/**/inbox.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${phone.sandboxUrl}/_sandbox/inbox`, { waitUntil: 'commit' });
    await page.getByText('No codes yet').waitFor();
    const sent = await phone.send();
    hold();
    await page.locator(`#otp-${sent.id}`).waitFor();
    await expect.poll(() => shownCodes(page)).toEqual([sent.code]);
  });
});

describe('Reading and copying', () => {
  test('a click on a code copies it, and so does c', async () => {
    const phone = await openPhone();
    const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
    const older = await phone.send('0911111111');
    const newer = await phone.send('0922222222');
    await page.locator(`#otp-${newer.id}`).waitFor();
    await page.locator(`#otp-${older.id}`).getByTestId('code').click();
    await page.locator(`#otp-${older.id} [data-copied]`).first().waitFor();
    await expect.poll(() => clipboard(page)).toBe(older.code);
    await page.keyboard.press('c');
    await page.locator(`#otp-${newer.id} [data-copied]`).first().waitFor();
    await expect.poll(() => clipboard(page)).toBe(newer.code);
  });

  test('copies the confirm call as a curl that pays', async () => {
    const phone = await openPhone();
    const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
    const { id, code, processId } = await phone.send();
    await page.locator(`#otp-${id} .otp-menu > summary`).click();
    await page.locator(`#otp-${id}`).getByRole('button', { name: 'Copy confirm as curl' }).click();
    await page.locator(`#otp-${id} .otp-curl [data-copied]`).waitFor();
    const curl = await clipboard(page);
    expect(curl).toContain(`${phone.sandboxUrl}/api/v1/transaction/walletB/confirm`);
    for (const part of [`process_id=${processId}`, `code=${code}`, 'amount=10.00'])
      expect(curl).toContain(part);
    const { stdout } = await promisify(execFile)('sh', ['-c', curl]);
    expect(JSON.parse(stdout).status).toBe(200);
    await page.locator(`#otp-${id}[data-state="used"]`).waitFor();
  });

  test('scrolled away, new codes wait behind a button, so that nothing moves', async () => {
    const phone = await openPhone();
    for (let n = 10; n < 50; n += 1) await phone.send(`09111111${n}`);
    const page = await visitor();
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
    const scrolled = () => page.evaluate("document.querySelector('.chat').scrollTop");
    await page.locator('.chat').hover();
    await page.mouse.wheel(0, 900);
    await expect.poll(scrolled).toBeGreaterThan(200);
    for (let n = 60; n < 63; n += 1) await phone.send(`09111111${n}`);
    const button = page.getByRole('button', { name: 'New codes (3)' });
    await button.waitFor();
    await expect.poll(() => page.getByTestId('otp').count()).toBe(40);
    await button.click();
    await expect.poll(scrolled).toBe(0);
    await expect.poll(() => page.getByTestId('otp').count()).toBe(43);
    await expect.poll(() => page.locator('[data-held]').isVisible()).toBe(false);
  });

  test('codes that nobody has looked at are counted in the title and marked in the icon', async () => {
    const phone = await openPhone();
    const page = await visitor();
    await page.addInitScript('document.hasFocus = () => false');
    // The browser may set the focus late. Only the test's own focus counts here.
    await page.addInitScript(
      "addEventListener('focus', (event) => event.isTrusted && event.stopImmediatePropagation(), true)",
    );
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
    await phone.send('0911111111');
    await phone.send('0922222222');
    await expect.poll(() => page.title()).toMatch(/^\(2\) /);
    await expect
      .poll(() => page.locator('link[rel=icon]').getAttribute('href'))
      .toContain('favicon-unread.svg');
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await expect.poll(() => page.title()).toBe('Phone · gateway-sandbox');
    await expect.poll(() => page.locator('link[rel=icon]').getAttribute('href')).toContain('favicon.svg');
  });
});

function clipboard(page: Page): Promise<string> {
  return page.evaluate('navigator.clipboard.readText()');
}
