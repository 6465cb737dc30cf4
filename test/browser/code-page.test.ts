import { describe, expect, test } from 'vitest';
import { look, lookAtWidths } from '../../scripts/preview/look.ts';
import { words } from '../../src/pages/words/words.ts';
import { openCodePage } from '../support/code-page.ts';
import { textOf } from '../support/customer.ts';
import { keepUnaware } from '../support/page-time.ts';
import { typeSentCode } from '../support/payment.ts';
import { crossed } from '../support/spread.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

const pages = crossed(['localbankcards', 'aggregator'] as const, ['ar', 'en'] as const);

describe.each(pages)('%s in %s: the page that asks for the code', (gateway, lang) => {
  const texts = words[lang].steps.code;

  test('takes a wrong one as wrong, the right one as payment, and keeps the way of the cursor', async () => {
    const { page, sandbox, status } = await openCodePage(visitor, gateway, { lang });
    await expect.poll(() => textOf(page.locator('h1'))).toBe(texts.heading);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('code');
    await page.keyboard.type('00000');
    await page.keyboard.type('0');
    await page.getByTestId('code-error').waitFor();
    await expect
      .poll(() => textOf(page.getByTestId('code-error')))
      .toBe(`${texts.wrong} ${texts.triesLeft(4)}`);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('code');
    await expect.poll(() => page.getByTestId('code').inputValue()).toBe('');
    await typeSentCode(page, sandbox);
    await page.getByTestId('pay').click();
    await expect.poll(status).toBe('completed');
  });

  test('says that a code has expired, and takes the new one', async () => {
    const { page, sandbox, status } = await openCodePage(visitor, gateway, { lang });
    await keepUnaware(page);
    await sandbox.control('clock/advance', { by: '5m' });
    await typeSentCode(page, sandbox);
    await page.getByTestId('pay').click();
    await page.getByTestId('code-error').waitFor();
    await expect.poll(() => textOf(page.getByTestId('code-error'))).toBe(texts.expired);
    await page.getByTestId('resend').click();
    await page.getByText(texts.again).waitFor();
    await page.waitForLoadState('domcontentloaded');
    await expect.poll(() => page.getByTestId('code-error').count()).toBe(0);
    await typeSentCode(page, sandbox);
    await page.getByTestId('pay').click();
    await expect.poll(status).toBe('completed');
  });

  test('after five wrong codes is over: the first page says why', async () => {
    const { page, status } = await openCodePage(visitor, gateway, { lang });
    for (let tries = 1; tries <= 5; tries += 1) {
      await page.getByTestId('code').fill('000000');
      const answered = page.waitForEvent('domcontentloaded');
      await page.getByTestId('pay').click();
      await answered;
    }
    await expect.poll(() => textOf(page.getByTestId('notice'))).toContain(words[lang].reasons.wrong_code);
    await page.waitForLoadState('domcontentloaded');
    await expect.poll(() => page.getByTestId('code').count()).toBe(0);
    await expect.poll(() => status()).toBe('started');
  });

  test('of a code that a tester locked offers the way back alone', async () => {
    const { page, sandbox } = await openCodePage(visitor, gateway, { lang });
    await sandbox.control('otps/1/lock', {});
    await page.reload();
    await expect.poll(() => textOf(page.getByTestId('code-error'))).toBe(texts.locked);
    await expect.poll(() => page.locator('[data-testid="pay"], [data-testid="resend"]').count()).toBe(0);
    expect(await look(page)).toEqual([]);
    await page.getByTestId('back').click();
    await page.getByTestId(gateway === 'aggregator' ? 'method-1' : 'number').waitFor();
  });

  test('has nothing for axe to find, in both themes and widths, also with what went wrong', async () => {
    const { redirectUrl, sandbox, page: first } = await openCodePage(visitor, gateway, { lang });
    await first.getByTestId('code').fill('000000');
    await first.getByTestId('pay').click();
    await first.getByTestId('code-error').waitFor();
    expect(await lookAtWidths(first)).toEqual([]);
    await first.goto(redirectUrl);
    expect(await lookAtWidths(first)).toEqual([]);
    await sandbox.control('otps/1/expire', {});
    await first.setViewportSize({ width: 320, height: 800 });
    await first.reload();
    expect(await look(first)).toEqual([]);
  });
});
