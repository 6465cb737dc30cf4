import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lookAtWidths } from '../../scripts/preview/look.ts';
import { textOf } from '../support/customer.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { rightFields } from '../support/sandbox.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();
const tools = ['account', 'compatibility', 'signature', 'faults', 'clock', 'settings', 'snapshots'];

/**
 * A sandbox with content on each page: an open checkout, a code, a fault, a snapshot, a second account, a
 * frozen clock.
 */
async function busySandbox() {
  const { sandbox, sandboxUrl } = await openCheckout('cardgw');
  await sandbox.call('walletA/verify', rightFields['walletA/verify']);
  // Gives the Compatibility page something to report.
  await sandbox.call('acme_cards/confirm', { ...rightFields['cardgw/confirm'], invoice_no: 'OTHER-1' });
  await sandbox.call('walletB/verify', { mobile_number: '945678901', amount: '10.00' });
  await sandbox.call('walletB/verify', { mobile_number: '0945678901', amount: '0' });
  await sandbox.control('faults', { effect: { code: 'BACKEND_ERROR' }, times: 2 });
  await sandbox.control('snapshots', { name: 'before-checkout' });
  await sandbox.control('accounts', { name: 'Second Shop' });
  await sandbox.control('clock/freeze', {});
  await sandbox.control('settings', { strict: true, otp: { lifetime: '2m' } }, 'PATCH');
  return { sandbox, tool: (name: string) => `${sandboxUrl}/_sandbox/${name}` };
}

/** Presses a submit button and waits for the next page. */
async function press(page: Page, name: string): Promise<void> {
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name, exact: true }).first().click(),
  ]);
}

test('axe finds nothing on any tool of the dashboard, in either theme, at 1280 and 320 px', async () => {
  const { tool } = await busySandbox();
  const page = await visitor();
  const found: Record<string, string[]> = {};
  for (const name of tools) {
    await page.goto(tool(name));
    await page.evaluate('for (const each of document.querySelectorAll("main details")) each.open = true');
    found[name] = await lookAtWidths(page);
  }
  await page.goto(tool('account'));
  await press(page, 'Show them');
  found['account, with the keys'] = await lookAtWidths(page);

  await page.goto(tool('faults'));
  await page.getByLabel('Delay', { exact: true }).fill('soon');
  await page.getByRole('radio', { name: 'A late response' }).check();
  await press(page, 'Add fault');
  found['faults, with a refused form'] = await lookAtWidths(page);

  await page.goto(tool('signature'));
  await page.getByLabel('What arrived').fill('{"approved":"1","invoice_no":"A 1","hashed":"AB"}');
  await page.getByLabel('String that your code built').fill('approved=1&invoice_no=A%201');
  await press(page, 'Check it');
  found['signature, with a diagnosis'] = await lookAtWidths(page);

  expect(Object.entries(found).filter(([, violations]) => violations.length > 0)).toEqual([]);
}, 300_000);

describe('The tools of the dashboard', () => {
  test('work without JavaScript', async () => {
    const { sandbox, tool } = await busySandbox();
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto(tool('faults'));
    await press(page, 'Remove all');
    await page.getByLabel('Error code').selectOption('OTP_EXPIRED');
    await press(page, 'Add fault');
    expect((await sandbox.control('faults')).json.data).toMatchObject([{ effect: { code: 'OTP_EXPIRED' } }]);
    await page.locator('.chip[href*="clock"]').click();
    await press(page, '+ 5m');
    await expect
      .poll(() => textOf(page.locator('.done')))
      .toBe('The clock has advanced. Everything that fell due has run.');
    await press(page, 'Resume');
    expect((await sandbox.control('clock')).json.frozen).toBe(false);
    await page.goto(tool('snapshots'));
    await page.locator('summary', { hasText: 'Restore…' }).click();
    await press(page, 'Restore it: before-checkout');
    expect((await sandbox.control('faults')).json.data).toMatchObject([
      { effect: { code: 'BACKEND_ERROR' } },
    ]);
    await page.goto(tool('settings'));
    await page.locator('[name="otp.attempts"]').fill('2');
    await Promise.all([page.waitForEvent('load'), page.locator('[name="otp.attempts"]').press('Enter')]);
    expect((await sandbox.control('settings')).json.otp.attempts).toBe(2);
    await page.goto(tool('account'));
    await page.locator('[name="gateways.cardgw.allowed"]').uncheck();
    await press(page, 'Save');
    expect((await sandbox.control('accounts/demo')).json.gateways.cardgw.allowed).toBe(false);
  });
});

describe('Navigation', () => {
  test('leads to every page by keyboard at 320 px, without JavaScript too', async () => {
    const { tool } = await busySandbox();
    for (const javaScriptEnabled of [true, false]) {
      const page = await visitor({ javaScriptEnabled, viewport: { width: 320, height: 700 } });
      await page.goto(tool(''));
      await page.locator('.menu summary').focus();
      await page.keyboard.press('Enter');
      const links = page.getByRole('navigation', { name: 'Sandbox' }).getByRole('link');
      await expect
        .poll(async () => (await links.allInnerTexts()).map((text) => text.split('\n', 1)[0]))
        .toEqual([
          ...['Overview', 'Payments', 'API calls', 'Callbacks', 'Phone'],
          ...['Faults', 'Clock', 'Snapshots'],
          ...['Send a call', 'Signature doctor', 'Compatibility'],
          ...['Accounts', 'Settings', 'Help'],
        ]);
      for (let tabs = 0; tabs < 7; tabs++) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(tool('clock'));
      await expect.poll(() => textOf(page.locator('.menu [aria-current]'))).toBe('Clock');
    }
  });

  test('stands open where there is room', async () => {
    const { tool } = await busySandbox();
    const page = await visitor({ viewport: { width: 1280, height: 800 } });
    for (const name of tools) {
      await page.goto(tool('inbox'));
      await page.locator(`.menu a[href="/_sandbox/${name}"]`).click();
      await page.waitForURL(tool(name));
    }
  });
});

describe('Live', () => {
  test('a fault that fires is counted on the open page, and the form keeps what is typed', async () => {
    const { sandbox, tool } = await busySandbox();
    // Otherwise the call is refused for plain HTTP before faults apply.
    await sandbox.control('settings', { strict: false }, 'PATCH');
    const page = await visitor();
    await page.goto(tool('faults'));
    await page.getByLabel('Times').fill('7');
    await expect.poll(() => textOf(page.locator('.item-facts'))).toContain('2 of 2 left');
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    await expect.poll(() => textOf(page.locator('.item-facts'))).toContain('1 of 2 left');
    await expect.poll(() => page.getByLabel('Times').inputValue()).toBe('7');
  });

  test('the clock of the page goes on, and follows a move from elsewhere', async () => {
    const { sandbox, tool } = await busySandbox();
    const page = await visitor();
    await page.goto(tool('clock'));
    const badge = page.locator('main .badge').first();
    await expect.poll(() => textOf(badge)).toBe('frozen');
    await sandbox.control('clock/resume', {});
    await expect.poll(() => textOf(badge)).toBe('running');
    const shown = page.locator('[data-clock]');
    const time = async () => Date.parse((await shown.getAttribute('datetime')) ?? '');
    const first = await time();
    await expect.poll(time).toBeGreaterThanOrEqual(first + 2000);
  });

  test('a magic value is copied by its button', async () => {
    const { tool } = await busySandbox();
    const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(tool('faults'));
    await page.getByRole('button', { name: 'Copy 400.02 of checkouts' }).click();
    await page.locator('[data-copied]').waitFor();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('400.02');
  });
});
