import { describe, expect, onTestFinished, test } from 'vitest';
import { lookAtWidths } from '../../scripts/preview/look.ts';
import { startSandbox } from '../../src/index.ts';
import { payOn } from '../../src/playwright.ts';
import { busySandbox } from '../support/busy-sandbox.ts';
import { textOf } from '../support/customer.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('What a review of the pages found', () => {
  test('saving an account shows that account again, and its whitelist answers for it', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    await sandbox.control('accounts', { id: 'books', name: 'City Books' });
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/account?id=books`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL('**/account?id=books&done=account');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.waitForURL('**/account?id=books&address=**');
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).toBe('books');
    await expect.poll(() => textOf(page.locator('h1'))).toContain('City Books');
  });

  test('"Send a call" sends the call that was chosen last', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/requests/new`);
    await page.getByLabel('Endpoint').selectOption('cardgw/confirm');
    await page.getByRole('button', { name: 'cardgw/confirm' }).click();
    await page.waitForURL('**/requests/2');
    expect((await sandbox.control('requests/2')).json.path).toBe('/api/v1/transaction/cardgw/confirm');
  });

  test('the checkout of "Send a call" leads back to the app that was used last', async () => {
    const { merchant, sandboxUrl } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/requests/new?endpoint=cardgw/confirm`);
    await expect
      .poll(() => page.locator('[name="field.return_url"]').inputValue())
      .toBe(`${merchant.url}/return`);
    await page.getByRole('button', { name: 'cardgw/confirm' }).click();
    await page.getByRole('link', { name: 'Open the checkout' }).click();
    await page.getByTestId('tool-approve').click();
    await page.waitForURL(`${merchant.url}/return?**`);
  });

  test('the button for new rows covers no link', async () => {
    const { sandbox, sandboxUrl } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/requests`);
    await page.locator('[data-live="on"]').waitFor();
    await sandbox.call('cardgw/confirm', {});
    await page.locator('[data-held]').waitFor();
    const covered = await page.evaluate(`(() => {
      const held = document.querySelector('[data-held]').getBoundingClientRect();
      const meets = (box) => box.left < held.right && held.left < box.right && box.top < held.bottom && held.top < box.bottom;
      return [...document.querySelectorAll('a')].filter((a) => a.offsetParent && meets(a.getBoundingClientRect())).length;
    })()`);
    expect(covered).toBe(0);
  });

  test('no page shows UTC, a backtick or a link to JSON in a timeline', async () => {
    const { sandbox, sandboxUrl } = await busySandbox();
    await sandbox.control('clock/advance', { by: '90m' });
    const page = await visitor({ timezoneId: 'Africa/Tripoli' });
    const found: string[] = [];
    for (const path of [
      '',
      'transactions',
      'transactions/100001',
      'requests/2',
      'callbacks/1',
      'clock',
      'inbox',
      'snapshots',
    ]) {
      await page.goto(`${sandboxUrl}/_sandbox/${path}`);
      await page.locator('h1').waitFor();
      // Only visible text counts: exact times in titles and in folded records are fine.
      const text = String(await page.evaluate(`document.querySelector('main').innerText`));
      for (const wrong of text.match(/\d{4}-\d\d-\d\dT[\d:.]+Z|`/g) ?? []) found.push(`${path}: ${wrong}`);
      found.push(...(await page.locator('.timeline a[href*="/api/"]').allInnerTexts()));
    }
    expect(found).toEqual([]);
  });

  test('a theme is chosen in the bar, in force before the first paint, and kept', async () => {
    const { sandboxUrl } = await openCheckout('cardgw');
    const page = await visitor({ colorScheme: 'light', javaScriptEnabled: false });
    await page.goto(`${sandboxUrl}/_sandbox/requests`);
    await page.locator('.theme > summary').click();
    await page.getByRole('button', { name: 'Dark' }).click();
    await page.waitForURL('**/_sandbox/requests');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.goto(`${sandboxUrl}/_sandbox/settings`);
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  });

  test('"Make a test payment" ends in a paid order at the demo shop, which every page then links', async () => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.stop());
    const page = await visitor({ locale: 'ar' });
    await page.goto(`${sandbox.url}/_sandbox/`);
    await page.getByTestId('test-payment-cardgw').click();
    await page.getByTestId('pay').click();
    await payOn(page);
    await page.locator('[data-status="paid"]').waitFor();
    await sandbox.callbacks.settled();
    await page.goto(`${sandbox.url}/_sandbox/transactions`);
    await page.locator('[data-row][data-kind="told"]').waitFor();
    await page.locator('.chip-quiet').click();
    await page.getByTestId('buy').waitFor();
  });

  test('the clock keeps the focus on the button that was pressed', async () => {
    const { sandboxUrl } = await openCheckout('cardgw');
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto(`${sandboxUrl}/_sandbox/clock`);
    for (const name of ['+ 5m', 'Jump to the next due item', 'Freeze']) {
      const button = page.getByRole('button', { name });
      await button.click();
      await page.waitForURL('**/clock?done=**');
      await page.locator(':focus').waitFor();
    }
    await expect.poll(() => textOf(page.locator(':focus'))).toBe('Set');
  });

  test('at 375 px the rows of a list stand above the middle, and its filters open by one button', async () => {
    const { sandboxUrl } = await openCheckout('cardgw');
    const page = await visitor({ viewport: { width: 375, height: 800 } });
    for (const list of ['transactions', 'requests', 'callbacks']) {
      await page.goto(`${sandboxUrl}/_sandbox/${list}`);
      await expect.poll(() => page.locator('.filters').isVisible()).toBe(false);
      await page.getByText('Filters', { exact: true }).click();
      await expect.poll(() => page.locator('.filters').isVisible()).toBe(true);
    }
    await page.goto(`${sandboxUrl}/_sandbox/transactions`);
    const { y = Number.NaN } = (await page.locator('[data-row]').boundingBox()) ?? {};
    expect(y).toBeLessThan(480);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => page.locator('.filters').isVisible()).toBe(true);
  });

  test('an invoice is found by a part of its number', async () => {
    const { sandboxUrl } = await openCheckout('cardgw', { invoice_no: 'ORDER-2026-77' });
    const page = await visitor();
    await page.goto(`${sandboxUrl}/_sandbox/`);
    await page.keyboard.press('/');
    await page.keyboard.type('2026-77');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/transactions/100001');
  });

  test('the pages of a shop have its color and logo, in both themes', async () => {
    const { sandbox, redirectUrl } = await openCheckout('cardgw', { lang: 'en' });
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="20"/></svg>',
    );
    const brand = { accent: '#d81b60', logo: `data:image/svg+xml;base64,${svg.toString('base64')}` };
    expect((await sandbox.control('accounts/demo', { brand }, 'PATCH')).status).toBe(200);
    const page = await visitor();
    await page.goto(redirectUrl);
    await expect.poll(() => page.evaluate(`document.querySelector('.merchant-logo').naturalWidth`)).toBe(40);
    const colorOf = () =>
      page.evaluate(`getComputedStyle(document.querySelector('[data-testid="pay"]')).backgroundColor`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // Red is the strongest channel of this account's color, blue that of the default.
      const [red = 0, , blue = 0] =
        String(await colorOf())
          .match(/\d+/g)
          ?.map(Number) ?? [];
      expect(red).toBeGreaterThan(blue);
    }
    expect(await lookAtWidths(page, [1280, 1280])).toEqual([]);
  });
});
