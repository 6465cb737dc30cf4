import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { look, lookAtWidths } from '../../scripts/preview/look.ts';
import { textOf } from '../support/customer.ts';
import { openCheckout } from '../support/open-checkout.ts';
import { keepUnaware, passTime } from '../support/page-time.ts';
import { openTools } from '../support/tester-tools.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('Tester tools', () => {
  test('approve pays without a card', async () => {
    const { redirectUrl, merchant, status } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(redirectUrl);
    await useTool(page, 'approve');
    await page.waitForURL('**/return?gateway=cardgw&approved=1&**');
    await merchant.arrived(2);
    await expect.poll(() => status()).toBe('completed');
  });

  test('approve takes the method that is chosen, else method_1', async () => {
    for (const [chosen, sent] of [
      ['method-4', 'method_4'],
      [undefined, 'method_1'],
    ]) {
      const { redirectUrl, merchant } = await openCheckout('aggregator');
      const page = await visitor();
      await page.goto(redirectUrl);
      if (chosen !== undefined) await page.getByTestId(chosen).check();
      await useTool(page, 'approve');
      const [callback] = await merchant.arrived(1);
      expect(JSON.parse(callback?.body ?? '').paymet_method).toBe(sent);
    }
  });

  test('decline shows the chosen reason, and the page stays open', async () => {
    const { redirectUrl, status, events } = await openCheckout('localbankcards', { lang: 'en' });
    const page = await visitor();
    await page.goto(redirectUrl);
    await openTools(page);
    await page.getByTestId('reason').selectOption('limit_exceeded');
    await page.getByTestId('tool-decline').click();
    await expect
      .poll(() => textOf(page.getByTestId('notice')))
      .toContain('The payment is above the limit of this card. You were not charged. You can try again.');
    await page.getByTestId('pay').waitFor();
    await expect.poll(() => status()).toBe('started');
    await expect.poll(() => events()).toEqual(['transaction.started', 'checkout.declined']);
  });

  test('cancel does what the customer’s Cancel does', async () => {
    const { redirectUrl, status } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(redirectUrl);
    await useTool(page, 'cancel');
    await page.waitForURL('**/return?gateway=cardgw&canceled=1&**');
    await expect.poll(() => status()).toBe('canceled');
  });

  test('expire ends the session: 410, a way back without a message, no callback', async () => {
    const { redirectUrl, status, sandbox, merchant } = await openCheckout('aggregator', { lang: 'en' });
    const page = await visitor();
    await page.goto(redirectUrl);
    const answer = page.waitForResponse('**/checkout/result?**');
    await useTool(page, 'expire');
    expect((await answer).status()).toBe(410);
    await expectEnd(page, 'expired');
    await expect
      .poll(() => page.getByTestId('return-link').getAttribute('href'))
      .toBe(`${merchant.url}/return`);
    await expect.poll(() => status()).toBe('expired');
    expect((await sandbox.control('callbacks')).json.data).toEqual([]);
  });

  test('an invalid delay or number of copies is refused beside its field, in the open tester tools', async () => {
    const { redirectUrl, status } = await openCheckout('cardgw', { lang: 'en' });
    const page = await visitor();
    await page.goto(redirectUrl);
    await openTools(page, 'advanced');
    await page.getByTestId('delay').fill('soon');
    await page.getByTestId('copies').fill('6');
    await page.getByTestId('tool-approve').click();
    await expect
      .poll(() => textOf(page.locator('#tool-delay-error')))
      .toBe('Enter a time such as 5s, 250ms or 2m, up to 24h.');
    await expect.poll(() => textOf(page.locator('#tool-copies-error'))).toBe('Enter a number from 1 to 5.');
    await expect.poll(() => page.getByTestId('copies').isVisible()).toBe(true);
    await expect.poll(() => status()).toBe('started');
  });
});

describe('the page of a session that has ended', () => {
  test.each([
    ['paid', 'Payment complete', 200],
    ['canceled', 'Payment canceled', 200],
    ['expired', 'This payment has expired', 410],
    ['declined', 'Payment declined', 200],
  ] as const)('%s: says "%s" with %i, and has no form and no tools', async (state, heading, expected) => {
    const { redirectUrl, sandbox, token } = await openCheckout('aggregator', { lang: 'en' });
    const [action, body] = {
      paid: ['approve', {}],
      canceled: ['cancel', {}],
      expired: ['expire', {}],
      declined: ['decline', { final: true }],
    }[state] as [string, object];
    expect((await sandbox.control(`checkouts/${token}/${action}`, body)).status).toBe(200);
    const page = await visitor();
    expect((await page.goto(redirectUrl))?.status()).toBe(expected);
    await expectEnd(page, state);
    await expect.poll(() => textOf(page.locator('h1'))).toBe(heading);
    await expect.poll(() => textOf(page.getByTestId('amount'))).toBe('10.00 LYD');
    await expect.poll(() => page.getByTestId('return-link').count()).toBe(1);
    await expect.poll(() => textOf(page.getByTestId('reference'))).toBe('100001');
    await expect.poll(() => textOf(page.getByTestId('ended-at'))).toMatch(/ 20\d\d, \d\d:\d\d$/);
    for (const lang of ['ar', 'en']) {
      await page.goto(`${redirectUrl}&lang=${lang}`);
      expect(await lookAtWidths(page, [320, 320])).toEqual([]);
    }
  });

  test('a paid link opened again offers the same signed way back, and does not go there by itself', async () => {
    const { redirectUrl, merchant, returns } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(redirectUrl);
    await useTool(page, 'approve');
    await page.waitForURL('**/return?**');
    const wayBack = page.url();
    await merchant.arrived(2);
    await page.goto(redirectUrl);
    await expectEnd(page, 'paid');
    await expect.poll(() => page.getByTestId('return-link').getAttribute('href')).toBe(wayBack);
    await expect.poll(() => page.locator('meta[http-equiv]').count()).toBe(0);
    await page.reload();
    await expectEnd(page, 'paid');
    expect(returns()).toBe(2);
  });

  test('time over: the open page becomes the page of an expired session by itself', async () => {
    const { redirectUrl, sandbox } = await openCheckout('cardgw', { lang: 'en' });
    const page = await visitor();
    await page.goto(redirectUrl);
    await passTime(page, sandbox, 30 * 60_000);
    await page.getByRole('heading', { name: 'This payment has expired' }).waitFor();
    await expectEnd(page, 'expired');
  });

  test('time over: a form that comes late pays nothing', async () => {
    const { redirectUrl, sandbox, status } = await openCheckout('cardgw');
    const page = await visitor();
    await page.goto(redirectUrl);
    await page.getByRole('button', { name: '4111 1111 1111 1111' }).click();
    await keepUnaware(page);
    await sandbox.control('clock/advance', { by: '31m' });
    await page.getByTestId('pay').click();
    await expectEnd(page, 'expired');
    await expect.poll(() => status()).toBe('expired');
  });

  test.each(['nobody-knows-me', 'x'.repeat(10_000), '%00', '<script>alert(1)</script>'])(
    'an unknown token (%.20s) gets a 404 page that reflects nothing',
    async (token) => {
      const { sandboxUrl } = await openCheckout('cardgw');
      const page = await visitor();
      const answer = await page.goto(`${sandboxUrl}/checkout?token=${token}`);
      expect(answer?.status()).toBe(404);
      await expect.poll(() => textOf(page.locator('h1'))).toBe('صفحة الدفع غير موجودة');
      expect(await answer?.text()).not.toContain(token.slice(0, 50));
      expect(await look(page)).toEqual([]);
    },
  );
});

async function useTool(page: Page, tool: string): Promise<void> {
  await openTools(page);
  await page.getByTestId(`tool-${tool}`).click();
}

async function expectEnd(page: Page, state: string): Promise<void> {
  const shown = page.getByTestId('result-status');
  await shown.waitFor();
  await page.waitForLoadState('domcontentloaded');
  await expect.poll(() => shown.getAttribute('data-state')).toBe(state);
  await expect.poll(() => page.locator('form, [data-testid="pay"], [data-testid^="tool"]').count()).toBe(0);
}
