import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { look } from '../../scripts/preview/look.ts';
import { startSandbox } from '../../src/index.ts';
import { textOf } from '../support/customer.ts';
import { dataFile } from '../support/data-file.ts';
import { openInbox, openPhone, phoneNumber, shownCodes } from '../support/phone.ts';
import { rightFields } from '../support/sandbox.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('A code of the hosted checkout', () => {
  test('leads to its checkout, and has no confirm call', async () => {
    const phone = await openPhone();
    const { json } = await phone.sandbox.call('aggregator/confirm', rightFields['aggregator/confirm']);
    const page = await visitor();
    await page.goto(json.result.redirect_url);
    await page.getByTestId('method-1').check();
    await page.getByTestId('pay').click();
    await page.getByTestId('code').waitFor();
    const inbox = await page.context().newPage();
    await inbox.setViewportSize({ width: 320, height: 800 });
    await openInbox(inbox, `${phone.sandboxUrl}/_sandbox/inbox/0912345678`);
    const card = inbox.getByTestId('otp');
    await expect.poll(() => card.getByRole('button', { name: 'Copy confirm as curl' }).count()).toBe(0);
    await expect.poll(() => card.getByRole('link', { name: 'INV-' }).count()).toBe(1);
    await expect.poll(() => card.locator('.otp-for').textContent()).toContain('INV-');
    expect(await look(inbox)).toEqual([]);
    await card.locator('.otp-menu > summary').click();
    await card.getByRole('link', { name: 'Open checkout' }).click();
    await inbox.getByTestId('code').waitFor();
    await expect.poll(() => inbox.url()).toBe(json.result.redirect_url);
  });
});

describe('Codes', () => {
  test('keep their leading zeros on the page, in the clipboard and in the curl', async () => {
    const settings = { otp: { policy: 'fixed', codes: { '*': '0042' } } };
    const phone = await openPhone({ settings });
    const sent = await phone.send();
    const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
    await expect.poll(() => shownCodes(page)).toEqual(['0042']);
    await page.keyboard.press('c');
    await page.locator('[data-copied]').first().waitFor();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('0042');
    await expect.poll(() => page.locator('.otp-curl code').textContent()).toContain('code=0042');
    expect(await phone.confirm(sent)).toBe(200);
  });

  test('sent while the server comes back from a stop arrive, each once', async () => {
    const data = dataFile();
    const first = await startSandbox({ data, port: 0 });
    const page = await visitor({ refusalsExpected: true });
    await openInbox(page, `${first.url}/_sandbox/inbox`);
    const [before] = await sendCodes(first, '0911111111');
    await page.locator('.otp-number', { hasText: '0911111111' }).waitFor();
    await first.stop();
    await page.locator('[data-live="wait"]').waitFor();
    const second = await startSandbox({ data, port: Number(new URL(first.url).port) });
    try {
      const missed = await sendCodes(second, '0922222222', '0933333333');
      await page.locator('[data-live="on"]').waitFor();
      const [after] = await sendCodes(second, '0944444444');
      await page.locator('.otp-number', { hasText: '0944444444' }).waitFor();
      await expect.poll(() => shownCodes(page)).toEqual([after, ...missed.toReversed(), before]);
    } finally {
      await second.stop();
    }
  });
});

describe('Notifications', () => {
  test('are asked for only by the button, and then announce codes that nobody sees', async () => {
    const phone = await openPhone();
    const page = await visitor();
    await page.addInitScript(`
      globalThis.asked = 0;
      globalThis.told = [];
      globalThis.Notification = class {
        static permission = 'default';
        static requestPermission = async () => { asked += 1; return (Notification.permission = 'granted'); };
        constructor(title, { body }) { told.push(title + ' ' + body); }
      };
      document.hasFocus = () => false;`);
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
    const silent = await phone.send('0911111111');
    await page.locator(`#otp-${silent.id}`).waitFor();
    await expect.poll(() => page.evaluate('[asked, told.length]')).toEqual([0, 0]);
    await page.getByRole('button', { name: 'Notify me' }).click();
    await expect.poll(() => page.evaluate('asked')).toBe(1);
    const told = await phone.send('0922222222');
    await page.locator(`#otp-${told.id}`).waitFor();
    await expect.poll(() => page.evaluate('told')).toEqual([`Code ${told.code} 0922222222`]);
    await expect.poll(() => page.getByRole('button', { name: 'Notify me' }).isVisible()).toBe(false);
  });
});

describe('Where a plain-HTTP name has neither Web Locks nor BroadcastChannel', () => {
  test('the visible tab alone reads, and misses nothing while it was hidden', async () => {
    const phone = await openPhone();
    const page = await visitor();
    await page.addInitScript('delete Navigator.prototype.locks; delete globalThis.BroadcastChannel;');
    const streams: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'eventsource') streams.push(request.url());
    });
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
    const first = await phone.send('0911111111');
    await page.locator(`#otp-${first.id}`).waitFor();
    // A browser has six connections, for all windows.
    expect(streams).toHaveLength(1);
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/_sandbox/events'));
    await turnHidden(page, true);
    await ended;
    const missed = await phone.send('0922222222');
    await turnHidden(page, false);
    await page.locator(`#otp-${missed.id}`).waitFor();
    await expect.poll(() => shownCodes(page)).toEqual([missed.code, first.code]);
  });
});

test('A browser that blocks site data is live, and refuses the lock', async () => {
  const phone = await openPhone();
  const page = await visitor();
  await page.addInitScript(
    "navigator.locks.request = () => Promise.reject(new DOMException('', 'SecurityError'));",
  );
  await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
  const { id } = await phone.send();
  await page.locator(`#otp-${id}`).waitFor();
});

describe('Beside the checkout', () => {
  test('in a window of 380 px everything is there, and nothing stands out', async () => {
    const phone = await openPhone();
    const { id } = await phone.send();
    const page = await visitor({ viewport: { width: 380, height: 800 } });
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox/${phoneNumber}`);
    expect(await look(page)).toEqual([]);
    await expect.poll(() => page.title()).toBe(`Phone ${phoneNumber} · gateway-sandbox`);
    const { y = Number.NaN } = (await page.getByTestId('code').boundingBox()) ?? {};
    // In sight without scrolling, also with wide fonts, which take a line more.
    expect(y).toBeLessThan(650);
    await page.locator(`#otp-${id} .otp-menu > summary`).click();
    await page.locator(`#otp-${id}`).getByRole('button', { name: 'Expire now' }).click();
    await page.locator(`#otp-${id}[data-state="expired"]`).waitFor();
  });

  test('without JavaScript a button comes back to the page of its number', async () => {
    const phone = await openPhone();
    await phone.send('0911111111');
    await phone.send();
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto(`${phone.sandboxUrl}/_sandbox/inbox/${phoneNumber}`);
    await page.locator('.otp-menu > summary').click();
    await page.getByRole('button', { name: 'Lock' }).click();
    await page.locator('[data-state="locked"] .badge').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/_sandbox/inbox/${phoneNumber}`);
    await expect.poll(() => page.getByTestId('otp').count()).toBe(1);
  });

  test('a page that is not there leads back to the others', async () => {
    const phone = await openPhone();
    const page = await visitor();
    await page.goto(`${phone.sandboxUrl}/_sandbox/inbox/12`);
    await expect.poll(() => textOf(page.locator('h1'))).toBe('Page not found');
    expect(await look(page)).toEqual([]);
    await page.getByRole('link', { name: 'Phone', exact: true }).click();
    await page.getByRole('heading', { name: 'Phone', exact: true }).waitFor();
  });
});

/** Makes walletB send a code to each number and returns the codes. */
async function sendCodes(
  sandbox: Awaited<ReturnType<typeof startSandbox>>,
  ...numbers: readonly string[]
): Promise<string[]> {
  const codes: string[] = [];
  for (const number of numbers) {
    const body = new URLSearchParams({ mobile_number: number, amount: '10.00' });
    const headers = { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key' };
    await fetch(`${sandbox.url}/api/v1/transaction/walletB/verify`, { method: 'POST', headers, body });
    codes.push((await sandbox.otp(number)).code);
  }
  return codes;
}

async function turnHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} });
     document.dispatchEvent(new Event('visibilitychange'));`,
  );
}
