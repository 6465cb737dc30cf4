import { describe, expect, test } from 'vitest';
import { lookAtWidths } from '../../scripts/preview/look.ts';
import { payOn } from '../../src/playwright.ts';
import { openShop } from '../demo/open-shop.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('The demo shop', () => {
  test.each([
    ['localbankcards', 'en'],
    ['cardgw', 'ar'],
    ['aggregator', 'ar'],
  ])('%s, %s: is paid through the pages without JavaScript', async (gateway, lang) => {
    const shop = await openShop();
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto(`${shop.url}/${lang}`);
    await page.getByTestId('buy').click();
    await page.getByTestId(`gateway-${gateway}`).check();
    await page.getByTestId('pay').click();
    await payOn(page);
    await page.locator('[data-status="paid"]').waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(lang);
    await expect.poll(() => page.reload().then(() => page.getByTestId('arrival').count())).toBe(2);
  });

  test('a wallet is paid with the code that its link shows', async () => {
    const shop = await openShop();
    const page = await visitor();
    await page.goto(`${shop.url}/en/checkout`);
    await page.getByTestId('gateway-walletA').check();
    await page.getByTestId('pay').click();
    const phone = (await page.getByTestId('phone').getAttribute('href')) ?? '';
    expect((await fetch(phone)).status).toBe(200);
    const { code } = (await shop.sandbox.control('otps/latest?mobile_number=0912345678')).json;
    await page.getByTestId('code').fill(code);
    await page.getByTestId('pay-code').click();
    await page.locator('[data-status="paid"]').waitFor();
  });

  test('asks only for what the chosen gateway needs', async () => {
    const shop = await openShop();
    const page = await visitor();
    await page.goto(`${shop.url}/en/checkout`);
    const asked = async (gateway: string) => {
      await page.getByTestId(`gateway-${gateway}`).check();
      return [await page.getByTestId('mobile').isVisible(), await page.getByTestId('birth-year').isVisible()];
    };
    expect(await asked('walletA')).toEqual([true, true]);
    expect(await asked('aggregator')).toEqual([true, false]);
    expect(await asked('cardgw')).toEqual([false, false]);
  });

  test.each(['ar', 'en'])('has nothing for axe to find in %s, in either theme and width', async (lang) => {
    const shop = await openShop();
    await shop.order({ gateway: 'walletA', mobile_number: '0912345678', birth_year: '1990' });
    const invoice = await shop.newest();
    await fetch(`${shop.url}/return?invoice_no=${invoice}&hashed=1`);
    const page = await visitor();
    for (const path of ['', '/checkout', '/orders', `/orders/${invoice}`]) {
      await page.goto(`${shop.url}/${lang}${path}`);
      expect([path, await lookAtWidths(page)]).toEqual([path, []]);
    }
  });
});
