import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { busySandbox } from '../support/busy-sandbox.ts';
import { openInbox, openPhone } from '../support/phone.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

test('Shortcuts work on an Arabic keyboard, and a key of another Latin keyboard is left alone', async () => {
  const phone = await openPhone();
  await phone.send();
  const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
  await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
  await press(page, 'ؤ', 'KeyC');
  await page.locator('[data-copied]').first().waitFor();
  // On a French keyboard, an exclamation mark.
  await press(page, '!', 'Slash');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('');
  await press(page, 'ظ', 'Slash');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('search');
});

test('A printed payment or callback has neither the search bar nor buttons nor an empty box', async () => {
  const { sandbox, sandboxUrl } = await busySandbox();
  await sandbox.control('callbacks/1/hold', {});
  const page = await visitor();
  await page.goto(`${sandboxUrl}/_sandbox/transactions/100001`);
  await page.locator('.callback-lines button').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  await expect
    .poll(() => page.locator('.bar, button, summary, h2#export').filter({ visible: true }).count())
    .toBe(0);
  await expect.poll(() => page.locator('.timeline').isVisible()).toBe(true);
  await page.goto(`${sandboxUrl}/_sandbox/callbacks/1`);
  await page.emulateMedia({ media: 'print' });
  await expect
    .poll(() => page.locator('h2').filter({ visible: true }).allTextContents())
    .not.toContain('Send a variant');
  await expect.poll(() => page.locator('#attempts').isVisible()).toBe(true);
});

test('A phone that is printed on a wide page shows every code', async () => {
  const phone = await openPhone();
  for (let count = 0; count < 12; count += 1) await phone.send();
  const page = await visitor({ viewport: { width: 1280, height: 700 } });
  await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
  await page.emulateMedia({ media: 'print' });
  const hidden = `[...document.querySelectorAll('.phone, .phone *')]
    .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
    .map((element) => [element.className, getComputedStyle(element).overflowY])
    .filter(([, overflow]) => overflow !== 'visible')`;
  await expect.poll(() => page.evaluate(hidden)).toEqual([]);
});

test('A long account name is cut at its end, in the direction of its language', async () => {
  const { sandbox, sandboxUrl } = await busySandbox();
  const name = 'متجر الكتب العربية الكبير في مدينة طرابلس القديمة قرب الميناء';
  await sandbox.control('accounts/demo', { name }, 'PATCH');
  await sandbox.control('accounts', { id: 'other', name: 'Other' });
  const page = await visitor();
  await page.goto(`${sandboxUrl}/_sandbox/transactions`);
  await expect.poll(() => page.locator('.whose').textContent()).toBe(name);
  await expect.poll(() => page.evaluate(firstLetterIsInside)).toBe(true);
});

/** The first letter is inside the box that cuts the name, and the last is not. */
const firstLetterIsInside = `(() => {
  const box = document.querySelector('.whose').getBoundingClientRect();
  const { firstChild: text } = document.querySelector('.whose bdi');
  const isInside = (at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const letter = range.getBoundingClientRect();
    return letter.left >= box.left - 1 && letter.right <= box.right + 1;
  };
  return isInside(0) && !isInside(text.length - 1);
})()`;

/** As the browser reports a key of a keyboard with another script. */
async function press(page: Page, key: string, code: string): Promise<void> {
  const pressed = JSON.stringify({ key, code, bubbles: true, cancelable: true });
  await page.evaluate(`document.body.dispatchEvent(new KeyboardEvent('keydown', ${pressed}))`);
}
