import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lookAtWidths } from '../../scripts/preview/look.ts';
import { busySandbox } from '../support/busy-sandbox.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

const pages = [
  '',
  'transactions',
  'transactions/100001',
  'requests',
  'requests/2',
  'requests/new?flow=checkout',
  'callbacks',
  'callbacks/1',
  'inbox',
  'search?q=INV',
  'faults',
  'clock',
  'snapshots',
  'signature',
  'compatibility',
  'account',
  'settings',
  'help',
  'nowhere',
];

describe('Every page of the dashboard', () => {
  test('in Arabic has nothing for axe to find, light and dark, at 1280 and 320 px', async () => {
    const { sandboxUrl } = await busySandbox();
    // The last page is a 404, which the browser logs to its console.
    const page = await visitor({ locale: 'ar', refusalsExpected: true });
    const found: Record<string, string[]> = {};
    for (const path of pages) {
      await page.goto(`${sandboxUrl}/_sandbox/${path}`);
      expect([path, await page.evaluate('document.dir')]).toEqual([path, 'rtl']);
      await page.evaluate('for (const each of document.querySelectorAll("main details")) each.open = true');
      const seen = await lookAtWidths(page);
      if (seen.length > 0) found[path] = seen;
    }
    expect(found).toEqual({});
  }, 300_000);

  test('moves nothing for people who want no motion, and keeps its controls in forced colors', async () => {
    const { sandboxUrl } = await busySandbox();
    const page = await visitor({ reducedMotion: 'reduce', forcedColors: 'active', refusalsExpected: true });
    for (const path of pages) {
      await page.goto(`${sandboxUrl}/_sandbox/${path}`);
      expect([path, await page.evaluate('document.getAnimations().length')]).toEqual([path, 0]);
      expect([path, await unboundedControls(page)]).toEqual([path, []]);
    }
  });

  test('is read by the keyboard: past the bar by the skip link, each stop with a visible ring', async () => {
    const { sandboxUrl } = await busySandbox();
    const page = await visitor({ refusalsExpected: true });
    for (const path of pages) {
      await page.goto(`${sandboxUrl}/_sandbox/${path}`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(`(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
        const isInside = document.querySelector('main').contains(document.activeElement);
        return isInside ? outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 : document.activeElement.outerHTML;
      })()`);
      expect([path, stop]).toEqual([path, true]);
    }
  });
});

/**
 * In forced colors, a control without a border looks like text. Buttons need a border, or an underline like
 * links. Controls inside a menu have the menu's border.
 */
function unboundedControls(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('main button, main select, main input:not([type=hidden])')]
    .filter((each) => each.offsetParent && !each.closest('details') && getComputedStyle(each).borderTopStyle === 'none' &&
      getComputedStyle(each).textDecorationLine === 'none' && !/^(radio|checkbox)$/.test(each.type))
    .map((each) => each.outerHTML.slice(0, 80))`);
}
