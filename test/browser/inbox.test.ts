import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lookAtWidths } from '../../scripts/preview/look.ts';
import { type Words, words } from '../../src/pages/words/words.ts';
import { textOf } from '../support/customer.ts';
import { openInbox, openPhone, type Phone, phoneNumber, shownCodes } from '../support/phone.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

async function inboxOf(phone: Phone, path = '/_sandbox/inbox'): Promise<Page> {
  const page = await visitor();
  await openInbox(page, `${phone.sandboxUrl}${path}`);
  return page;
}

describe('The phone', () => {
  test('a code appears by itself, without a reload, newest first', async () => {
    const phone = await openPhone();
    const page = await inboxOf(phone);
    await page.evaluate('globalThis.neverReloaded = true');
    const first = await phone.send('0911111111');
    await page.locator(`#otp-${first.id}`).waitFor();
    const second = await phone.send('0922222222');
    await page.locator(`#otp-${second.id}`).waitFor();
    await expect.poll(() => shownCodes(page)).toEqual([second.code, first.code]);
    await expect.poll(() => page.evaluate('globalThis.neverReloaded')).toBe(true);
  });

  test('a card says number, gateway, amount, time left and the message in the customer’s language', async () => {
    const phone = await openPhone();
    const { code } = await phone.send(phoneNumber, '12.5');
    const page = await inboxOf(phone);
    const card = page.getByTestId('otp');
    const text = await textOf(card);
    for (const part of [phoneNumber, 'walletB', '12.50 LYD', 'Valid']) expect(text).toContain(part);
    await expect.poll(() => card.locator('[data-countdown]').textContent()).toMatch(/^(4:5\d|5:00)$/);
    await expect.poll(() => textOf(card.locator('.bubble[lang="ar"]'))).toContain(`${code} لدفع 12.50 د.ل`);
    await expect
      .poll(() => page.evaluate("document.querySelector('[data-testid=code]').childNodes.length"))
      .toBe(1);
  });

  test('what becomes of a code shows by itself', async () => {
    const phone = await openPhone();
    const page = await inboxOf(phone);
    const used = await phone.send('0911111111');
    expect(await phone.confirm(used, used.code === '0000' ? '1111' : '0000')).toBe(400);
    await page.getByText('1 wrong try').waitFor();
    expect(await phone.confirm(used)).toBe(200);
    await expectState(page, used.id, 'used');
    const line = page.locator(`#otp-${used.id}`);
    await expect.poll(() => line.getByRole('link', { name: `INV-${used.processId}` }).count()).toBe(1);
    await expect.poll(() => line.locator('[data-copy], .otp-menu').count()).toBe(0);
    const superseded = await phone.send('0922222222');
    const expired = await phone.send('0922222222');
    await expectState(page, superseded.id, 'superseded');
    await phone.sandbox.control('clock/advance', { by: '5m' });
    await expectState(page, expired.id, 'expired');
    await expect.poll(() => page.getByTestId('otp').count()).toBe(3);
  });

  test('expire now, resend and lock act on their code, in place', async () => {
    const phone = await openPhone();
    const page = await inboxOf(phone);
    const [expired, locked, resent] = [
      await phone.send('0911111111'),
      await phone.send('0922222222'),
      await phone.send('0933333333'),
    ];
    await press(page, expired.id, 'Expire now');
    await expectState(page, expired.id, 'expired');
    await press(page, locked.id, 'Lock');
    await expectState(page, locked.id, 'locked');
    await press(page, resent.id, 'Resend');
    await expectState(page, resent.id, 'superseded');
    // The clicks may have scrolled the page, which then delays new codes.
    await page.evaluate('scrollTo({ top: 0 })');
    await page.evaluate("document.querySelector('.chat').scrollTo({ top: 0 })");
    await page.getByTestId('otp').nth(3).waitFor();
    const [newest] = (await phone.sandbox.control('otps')).json.data;
    expect(newest).toMatchObject({ mobile_number: '0933333333', status: 'active' });
    await expect.poll(() => shownCodes(page)).toEqual([newest.code, resent.code, locked.code, expired.code]);
    expect(await phone.confirm(expired)).toBe(400);
    expect(await phone.confirm(locked)).toBe(400);
    expect(await phone.confirm({ ...resent, code: newest.code })).toBe(200);
  });

  test('works without JavaScript', async () => {
    const phone = await openPhone();
    const { id, code } = await phone.send();
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto(`${phone.sandboxUrl}/_sandbox/inbox`);
    await expect.poll(() => shownCodes(page)).toEqual([code]);
    await expect
      .poll(() => page.locator('[data-copy]:visible, [data-live]:visible, [data-held]:visible').count())
      .toBe(0);
    await press(page, id, 'Expire now');
    await expectState(page, id, 'expired');
  });

  test('the empty page holds a curl that makes a code appear', async () => {
    const phone = await openPhone();
    const page = await inboxOf(phone, `/_sandbox/inbox/${phoneNumber}`);
    await expect.poll(() => textOf(page.locator('[data-empty] h2'))).toBe('No codes yet');
    const curl = (await page.locator('[data-empty] code').textContent()) ?? '';
    const { stdout } = await promisify(execFile)('sh', ['-c', curl]);
    expect(JSON.parse(stdout).status).toBe(200);
    await page.getByTestId('code').waitFor();
    await expect.poll(() => page.locator('[data-empty]').isVisible()).toBe(false);
  });

  test('a reset empties it', async () => {
    const phone = await openPhone();
    await phone.send();
    const page = await inboxOf(phone);
    await phone.sandbox.control('reset', {});
    await page.getByText('No codes yet').waitFor();
    await expect.poll(() => page.getByTestId('otp').count()).toBe(0);
  });

  test('has nothing for axe to find, in either theme and width', async () => {
    const phone = await openPhone();
    const used = await phone.send('0911111111');
    await phone.confirm(used);
    await phone.send();
    const page = await visitor();
    await openInbox(page, `${phone.sandboxUrl}/_sandbox/inbox`);
    expect(await lookAtWidths(page)).toEqual([]);
  });
});

describe('Search', () => {
  test.each(['0945678901', '+218945678901', '00218945678901', '945678901', '٠٩٤٥٦٧٨٩٠١', ' 094 567 8901 '])(
    'finds the number when it is written %s',
    async (written) => {
      const phone = await openPhone();
      const wanted = await phone.send(phoneNumber);
      await phone.send('0911111111');
      const page = await visitor();
      await page.goto(`${phone.sandboxUrl}/_sandbox/inbox`);
      await page.locator('#inbox-search').fill(written);
      await page.locator('#inbox-search').press('Enter');
      await page.waitForURL('**/inbox?search=*');
      await expect.poll(() => shownCodes(page)).toEqual([wanted.code]);
      await page.getByRole('link', { name: 'Show all' }).click();
      await page.waitForURL('**/inbox');
      await expect.poll(() => page.getByTestId('otp').count()).toBe(2);
    },
  );

  test('matches numbers whole', async () => {
    const phone = await openPhone();
    await phone.send(phoneNumber);
    const page = await visitor();
    await page.goto(`${phone.sandboxUrl}/_sandbox/inbox?search=094567`);
    await expect.poll(() => textOf(page.locator('[data-empty] h2'))).toBe('No code matches “094567”');
  });

  test.each(['/_sandbox/inbox/0945678901', '/_sandbox/inbox?search=0945678901'])(
    '%s goes on live with that number alone',
    async (path) => {
      const phone = await openPhone();
      const page = await inboxOf(phone, path);
      await phone.send('0911111111');
      const wanted = await phone.send(phoneNumber);
      await page.locator(`#otp-${wanted.id}`).waitFor();
      await expect.poll(() => shownCodes(page)).toEqual([wanted.code]);
    },
  );
});

async function press(page: Page, id: string, action: string): Promise<void> {
  await page.locator(`#otp-${id} .otp-menu > summary`).click();
  await page.locator(`#otp-${id}`).getByRole('button', { name: action }).click();
}

async function expectState(page: Page, id: string, state: keyof Words['phone']['states']): Promise<void> {
  const badge = page.locator(`#otp-${id}[data-state="${state}"] .badge`);
  await badge.waitFor();
  await expect.poll(() => textOf(badge)).toBe(words.en.phone.states[state]);
}
