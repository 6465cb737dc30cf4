import { describe, expect, test } from 'vitest';
import { buy, expectStatus, readCode, textOf, typeCode } from '../support/customer.ts';
import { openMarket } from '../support/market.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

describe('walletA and walletB', () => {
  test.each([
    ['walletA', '0912345678', /^\d{6}$/],
    ['walletB', '0945678901', /^\d{4}$/],
  ])('%s: the code on the phone of %s pays the order', async (gateway, number, form) => {
    const market = await openMarket();
    const page = await visitor();
    await buy(page, market, gateway);
    const code = await readCode(page, market, number);
    expect(code).toMatch(form);
    await typeCode(page, code);
    await expectStatus(page, 'paid');
    const order = await market.order();
    expect(order).toMatchObject({ status: 'paid', times_paid: 1, amount: '18.00', arrivals: [] });
    const { json } = await market.sandbox.control(`transactions?invoice_no=${order.invoice_no}`);
    expect(json.data).toMatchObject([
      {
        transaction_id: order.transaction_id,
        status: 'completed',
        amount: '18.00',
        currency: 'LYD',
        gateway,
      },
    ]);
  });

  test('a wrong code is refused with the reason, and the right one pays afterwards', async () => {
    const market = await openMarket();
    const page = await visitor();
    await buy(page, market, 'walletA');
    const code = await readCode(page, market, '0912345678');
    await typeCode(page, otherThan(code));
    await expect.poll(() => textOf(page.getByTestId('order-error'))).toContain('INVLIAD_OTP');
    await typeCode(page, code);
    await expectStatus(page, 'paid');
    await expect.poll(() => market.order()).toMatchObject({ status: 'paid', times_paid: 1 });
  });

  test('a new code makes the earlier one a wrong one', async () => {
    const market = await openMarket();
    const page = await visitor();
    await buy(page, market, 'walletB');
    const earlier = await readCode(page, market, '0945678901');
    await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith('/code')),
      page.getByTestId('new-code').click(),
    ]);
    const later = await readCode(page, market, '0945678901');
    await typeCode(page, earlier === later ? otherThan(later) : earlier);
    await expect.poll(() => textOf(page.getByTestId('order-error'))).toContain('CONFIRMATION_ERROR');
    await typeCode(page, later);
    await expectStatus(page, 'paid');
  });
});

function otherThan(code: string): string {
  return code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));
}
