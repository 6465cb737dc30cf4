import { describe, expect, test } from 'vitest';
import { look, lookAtWidths } from '../../scripts/preview/look.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { crossed } from '../support/spread.ts';
import { openTools } from '../support/tester-tools.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

const gateways = ['localbankcards', 'cardgw', 'aggregator'] as const;
const pages = crossed(gateways, ['ar', 'en'] as const);

describe('every checkout page', () => {
  test.each(pages)(
    '%s in %s with its tools open has nothing for axe to find, and no target too small, in both themes and widths',
    async (gateway, lang) => {
      const { redirectUrl } = await openCheckout(gateway, { lang });
      const page = await visitor();
      await page.goto(redirectUrl);
      await openTools(page, 'advanced', 'preview-fold');
      expect(await lookAtWidths(page)).toEqual([]);
    },
  );

  test.each(gateways)('%s with wrong fields has nothing for axe to find at 320 px', async (gateway) => {
    const { redirectUrl } = await openCheckout(gateway);
    const page = await visitor({ viewport: { width: 320, height: 800 } });
    await page.goto(redirectUrl);
    await page.getByTestId('pay').click();
    await page.locator('.notice').waitFor();
    expect(await look(page)).toEqual([]);
  });

  test('at 200 % text size nothing stands out of the window', async () => {
    for (const gateway of gateways) {
      const { redirectUrl } = await openCheckout(gateway);
      const page = await visitor({ viewport: { width: 640, height: 800 } });
      await page.goto(redirectUrl);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      await expect
        .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'))
        .toBeLessThanOrEqual(0);
    }
  });
});
