import { describe, expect, test } from 'vitest';
import { lookAtWidths } from '../../scripts/preview/look.ts';
import { openInbox, openPhone, type Phone, phoneNumber, shownCodes } from '../support/phone.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

/** How far apart the middles of a line's texts are, in pixels. */
const unevenLine = `(() => {
  const line = [...document.querySelectorAll('.otp')].at(-1);
  const texts = ['.code', '.copy', '.otp-number bdi', '.otp-left'].map((part) => line.querySelector(part));
  const middles = texts.map((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { top, height } = range.getBoundingClientRect();
    return top + height / 2;
  });
  return Math.max(...middles) - Math.min(...middles);
})()`;

async function freezeAtNoon({ sandbox }: Phone): Promise<void> {
  expect((await sandbox.control('clock/freeze', { at: '2027-03-01T12:00:00Z' })).status).toBe(200);
}

describe('Numbers', () => {
  test('stand beside the messages, with what this browser has not seen yet', async () => {
    const phone = await openPhone();
    const first = await phone.send('0911111111');
    const page = await visitor();
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox/0911111111`);
    await expect.poll(() => page.locator('.unread').count()).toBe(0);
    const [second, third] = [await phone.send('0922222222'), await phone.send('0922222222')];
    const other = page.locator('[data-number="0922222222"]');
    await other.locator('.unread', { hasText: '2' }).waitFor();
    await expect.poll(() => shownCodes(page)).toEqual([first.code]);
    await other.click();
    await page.waitForURL('**/inbox/0922222222');
    await expect.poll(() => shownCodes(page)).toEqual([third.code, second.code]);
    await expect.poll(() => page.locator('.unread').count()).toBe(0);
  });

  test.each([
    ['whose ids start over', () => undefined],
    ['at which the clock stands still', (phone: Phone) => freezeAtNoon(phone)],
  ])('count the codes after a reset, %s, as new', async (_name, prepare) => {
    const phone = await openPhone();
    await prepare(phone);
    await phone.send('0911111111');
    await phone.send('0922222222');
    const page = await visitor();
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
    await expect.poll(() => page.evaluate('Object.values(localStorage).join()')).not.toBe('');
    await page.goto('about:blank');
    await phone.sandbox.control('reset', {});
    await prepare(phone);
    for (let n = 0; n < 3; n += 1) await phone.send('0922222222');
    await page.goto(`${phone.sandboxUrl}/_sandbox/inbox/0911111111`);
    await page.locator('[data-number="0922222222"] .unread', { hasText: '3' }).waitFor();
  });

  test('50 codes fit in two screens, and the newest is a bubble', async () => {
    const phone = await openPhone();
    for (let n = 10; n < 60; n += 1) await phone.send(`09111111${n}`);
    const page = await visitor({ viewport: { width: 1280, height: 800 } });
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
    await expect.poll(() => page.getByTestId('otp').count()).toBe(50);
    await expect
      .poll(() => page.evaluate("document.querySelector('.otps').scrollHeight"))
      .toBeLessThanOrEqual(1600);
    await expect.poll(() => page.locator('.bubble:visible').count()).toBe(1);
    // Everything on a line has the same middle.
    await expect.poll(() => page.evaluate(unevenLine)).toBeLessThanOrEqual(1);
    expect(await lookAtWidths(page, [1280, 1280])).toEqual([]);
  });

  test('in a long list, the menu of a line opens the code as a card, with and without JavaScript', async () => {
    const phone = await openPhone();
    const first = await phone.send('0911111111');
    for (let n = 10; n < 20; n += 1) await phone.send(`09222222${n}`);
    for (const javaScriptEnabled of [true, false]) {
      const page = await visitor({ javaScriptEnabled });
      await page.goto(`${phone.sandboxUrl}/_sandbox/inbox?search=`);
      const card = page.locator(`#otp-${first.id}`);
      await expect.poll(() => card.locator('.bubble').count()).toBe(0);
      await card.locator('.otp-more').click();
      await card.locator('.otp-menu[open]').waitFor();
      await expect.poll(() => card.locator('.bubble').isVisible()).toBe(true);
      await expect.poll(() => card.getByRole('button', { name: 'Resend' }).isVisible()).toBe(true);
    }
    const page = await visitor();
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox?open=${first.id}`);
    await page.getByRole('button', { name: 'Expire now' }).click();
    await page.locator(`#otp-${first.id}[data-state="expired"]`).waitFor();
  });

  test('a link to one code opens the phone at it', async () => {
    const phone = await openPhone();
    const first = await phone.send(phoneNumber);
    for (let n = 0; n < 12; n += 1) await phone.send(phoneNumber);
    const page = await visitor();
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox/${phoneNumber}#otp-${first.id}`);
    const box = await page.locator('.otp:target').boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(720);
  });

  test('an open phone holds what a reload shows, also after more codes, and nothing moves under the reader', async () => {
    const phone = await openPhone();
    const page = await visitor();
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
    for (let n = 10; n < 70; n += 1) await phone.send(`09111111${n}`);
    await page.locator('[data-mobile-number="0911111169"]').waitFor();
    await expect.poll(() => page.getByTestId('otp').count()).toBe(50);
    await expect.poll(() => page.locator('[data-number]').count()).toBe(50);
    await page.locator('.chat').hover();
    await page.mouse.wheel(0, 9000);
    const last = page.locator('[data-mobile-number="0911111120"]');
    await expect.poll(() => last.isVisible()).toBe(true);
    await expect.poll(() => page.evaluate("document.querySelector('.chat').scrollTop")).toBeGreaterThan(200);
    for (let n = 10; n < 70; n += 1) await phone.send(`09222222${n}`);
    const button = page.getByRole('button', { name: 'New codes (50)' });
    await button.waitFor();
    await expect.poll(() => page.locator('[data-number="0922222269"]').count()).toBe(1);
    await expect.poll(() => last.isVisible()).toBe(true);
    await button.click();
    await phone.send('0933333333');
    await expect.poll(() => page.getByTestId('otp').count()).toBe(50);
    await expect
      .poll(() => page.getByTestId('otp').first().getAttribute('data-mobile-number'))
      .toBe('0933333333');
  });
});
