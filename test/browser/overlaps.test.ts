import { describe, expect, test } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

const pages = ['account', 'settings', 'faults', 'clock', 'requests/new', 'signature'];
const widths = [320, 640, 900, 1024, 1160, 1280];

/** Pairs of texts and controls of a form that lie over each other, where neither contains the other. */
const overlaps = `(() => {
  const shown = [...document.querySelectorAll('main :is(label, input, select, button, .hint)')]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 2);
  const box = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return element.matches('label, .hint') ? range.getBoundingClientRect() : element.getBoundingClientRect();
  };
  const boxes = shown.map((element) => [element, box(element)]);
  return boxes.flatMap(([one, a], place) => boxes.slice(place + 1).flatMap(([other, b]) => {
    if (one.contains(other) || other.contains(one)) return [];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return wide > 3 && high > 3 ? [one.textContent.trim() + one.name + ' / ' + other.textContent.trim() + other.name] : [];
  }));
})()`;

describe.each(['en', 'ar'])('No text of a form lies over another one or over a control, in %s', (locale) => {
  test.each(pages)('%s', async (path) => {
    const sandbox = await freshSandbox({ runningClock: true });
    const page = await visitor({ locale });
    await page.goto(`${await sandbox.listen()}/_sandbox/${path}`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => page.evaluate(overlaps), { message: `${width} px` }).toEqual([]);
    }
  });
});
