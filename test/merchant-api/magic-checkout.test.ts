import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { words } from '../../src/pages/words/words.ts';
import { callback, decided, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { formsOf } from '../support/payment.ts';

const magic = JSON.parse(readFileSync(new URL('../../fixtures/magic.json', import.meta.url), 'utf8'));
type Reason = keyof typeof words.en.reasons;
const amounts: [amount: string, reason: Reason][] = magic.amounts.map(
  ({ amount, reason }: { amount: string; reason: Reason }) => [amount, reason],
);
const orders: [prefix: string, order: string][] = magic.invoice_prefixes.map(
  ({ prefix, order }: { prefix: string; order: string }) => [prefix, order],
);
const lost = { order: 'return-only' };

const gatewayTokens = ['localbankcards', 'cardgw', 'aggregator'] as const;

describe('Amounts that decline at the checkout', () => {
  describe.each(gatewayTokens)('%s', (gateway) => {
    it.each(amounts)('%s with %s: the customer is told why and may try again', async (amount, reason) => {
      const sandbox = await freshSandbox();
      const { pay, page, checkout } = await formsOf(sandbox, gateway, { amount });
      expect((await pay()).status).toBe(303);
      expect(await checkout()).toMatchObject({ status: 'started', decline_reason: reason });
      expect((await sandbox.control('otps')).json.data).toEqual([]);
      expect((await sandbox.control('callbacks')).json.data).toEqual([]);
      for (const lang of ['en', 'ar'] as const) {
        const { status, text } = await page(lang);
        expect([status, text.includes(words[lang].reasons[reason])]).toEqual([200, true]);
      }
      await pay();
      expect((await checkout()).status).toBe('started');
    });

    it.each(['400.00', '400.1', '400.10', '400.11', '400', '40.01', '300.01', '4.01'])(
      'A number next to a magic value, %s, is paid',
      async (amount) => {
        const sandbox = await freshSandbox();
        const { pay, code, checkout } = await formsOf(sandbox, gateway, { amount });
        await pay();
        if (gateway !== 'cardgw') await code();
        expect(await checkout()).toMatchObject({ status: 'completed', decline_reason: null });
      },
    );

    it('The control API and the tester tools approve them all the same', async () => {
      for (const [amount] of amounts) {
        const sandbox = await freshSandbox();
        const { checkout } = await formsOf(sandbox, gateway, { amount });
        await decided(sandbox, 'token-1', 'approve', lost);
        expect((await checkout()).status).toBe('completed');
      }
      const sandbox = await freshSandbox();
      const { send, checkout } = await formsOf(sandbox, gateway, { amount: '400.01' });
      await send('tools', { action: 'approve' });
      expect((await checkout()).status).toBe('completed');
    });
  });

  it('The amount counts as a number, and its text is kept', async () => {
    const sandbox = await freshSandbox();
    const { pay, checkout } = await formsOf(sandbox, 'aggregator', { amount: '0400.02' });
    await pay();
    expect(await checkout()).toMatchObject({
      amount: '0400.02',
      status: 'started',
      decline_reason: 'insufficient_funds',
    });
  });
});

describe('Invoice prefixes for the order of callback and return', () => {
  /** The result of an approval without choices: the callback, and whether the browser can return. */
  async function approved(invoiceNo: string, usual: string, choice = {}) {
    const merchant = await freshMerchant();
    const sandbox = await freshSandbox({ settings: { callback: { order: usual } } });
    const fields = { callback_url: `${merchant.url}/callback`, invoice_no: invoiceNo };
    await startCheckout(sandbox, 'aggregator', fields);
    await decided(sandbox, 'token-1', 'approve', choice);
    const page = await sandbox.fetch('/checkout/result?token=token-1');
    const hasWayBack = page.text.includes('data-testid="return-link"');
    const { next_attempt_at: due } = await callback(sandbox);
    if (due === '2026-01-15T12:00:01.000Z') return ['1 s later', hasWayBack];
    await settled(sandbox);
    return [(await callback(sandbox)).status, hasWayBack];
  }

  const outcomes: Readonly<Record<string, readonly unknown[]>> = {
    together: ['delivered', true],
    'callback-first': ['delivered', true],
    'return-first': ['1 s later', true],
    'callback-only': ['delivered', false],
    'return-only': ['dropped', true],
  };
  const lostAsUsual = outcomes['return-only'];

  it.each(orders)('%s is %s, whatever is usual', async (prefix, order) => {
    const usual = order === 'return-only' ? 'callback-only' : 'return-only';
    expect(await approved(`${prefix}1`, usual)).toEqual(outcomes[order]);
    expect(await approved(prefix, usual)).toEqual(outcomes[order]);
  });

  it.each(orders.filter(([, order]) => order !== 'return-only'))(
    'A number next to %s does nothing',
    async (prefix) => {
      for (const each of [prefix.slice(0, -1), prefix.toLowerCase(), `A${prefix}1`, 'MAGIC-1'])
        expect(await approved(each, 'return-only')).toEqual(lostAsUsual);
    },
  );

  it('A choice that is made goes before them', async () => {
    expect(await approved('MAGIC-CALLBACK-FIRST-1', 'together', lost)).toEqual(lostAsUsual);
  });
});
