import { describe, expect, it } from 'vitest';
import { answeredAfter } from '../support/answered-after.ts';
import { decided, settled, startCheckout } from '../support/checkouts.ts';
import { freshHoldingMerchant, freshMerchant, freshSandbox } from '../support/fresh.ts';
import type { TestSandbox } from '../support/sandbox.ts';

/** A return path that only the sandbox requests. */
const sentBySandbox = 'gateway-sandbox';

type Gateway = 'localbankcards' | 'cardgw' | 'aggregator';
const all: readonly Gateway[] = ['localbankcards', 'cardgw', 'aggregator'];

async function checkoutAt(sandbox: TestSandbox, gateway: Gateway, url: string, invoiceNo = 'INV-1') {
  return startCheckout(sandbox, gateway, {
    invoice_no: invoiceNo,
    return_url: `${url}/return`,
    ...(gateway === 'aggregator' && { callback_url: `${url}/callback` }),
  });
}

/** Approves through the control API, returns right away like a browser, and waits a second. */
async function approvedAndReturned(
  gateway: Gateway,
  choice: Readonly<Record<string, unknown>>,
  invoiceNo?: string,
) {
  const sandbox = await freshSandbox();
  const merchant = await freshMerchant();
  const token = await checkoutAt(sandbox, gateway, merchant.url, invoiceNo);
  const { json } = await decided(sandbox, token, 'approve', choice);
  await fetch(json.return_url);
  await sandbox.control('clock/advance', { by: '1s' });
  await settled(sandbox);
  return merchant.arrivals.map(({ headers }) =>
    headers['user-agent'] === sentBySandbox ? 'callback' : 'return',
  );
}

describe('order of callback and return, by the merchant’s own record of what came when', () => {
  describe.each(all)('%s', (gateway) => {
    it.each([
      ['callback-first', ['callback', 'return']],
      ['return-first', ['return', 'callback']],
      ['return-only', ['return']],
    ])('%s', async (order, came) => {
      expect(await approvedAndReturned(gateway, { order })).toEqual(came);
    });

    it('together: both come, in whichever order', async () => {
      const came = await approvedAndReturned(gateway, { order: 'together' });
      expect(came.sort()).toEqual(['callback', 'return']);
    });

    it('callback-only: the answer still names the way back, and the callback is all that the sandbox sends', async () => {
      const sandbox = await freshSandbox();
      const merchant = await freshMerchant();
      const token = await checkoutAt(sandbox, gateway, merchant.url);
      await decided(sandbox, token, 'approve', { order: 'callback-only' });
      await settled(sandbox);
      expect(merchant.arrivals.map(({ headers }) => headers['user-agent'])).toEqual([sentBySandbox]);
    });
  });

  it.each([
    ['MAGIC-CALLBACK-FIRST-1', ['callback', 'return']],
    ['MAGIC-RETURN-FIRST-1', ['return', 'callback']],
    ['MAGIC-RETURN-ONLY-1', ['return']],
  ])('an invoice_no of %s asks for its order by itself', async (invoiceNo, came) => {
    expect(await approvedAndReturned('cardgw', {}, invoiceNo)).toEqual(came);
  });

  it('what is asked for goes before the magic of the invoice_no', async () => {
    const came = await approvedAndReturned('cardgw', { order: 'return-first' }, 'MAGIC-RETURN-ONLY-1');
    expect(came).toEqual(['return', 'callback']);
  });
});

describe('callback-first: the answer comes when the first attempt has ended', () => {
  it('while the merchant hangs there is no answer, and then there is', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshHoldingMerchant();
    const token = await checkoutAt(sandbox, 'cardgw', merchant.url);
    let isAnswered = false;
    const approving = decided(sandbox, token, 'approve', { order: 'callback-first' }).then((answer) => {
      isAnswered = true;
      return answer;
    });
    await merchant.arrived(1);
    expect((await sandbox.control(`checkouts/${token}`)).json.status).toBe('completed');
    expect(isAnswered).toBe(false);
    merchant.release();
    expect((await approving).json).toMatchObject({ status: 'completed', callbacks: ['1'] });
  });

  it('or when its time-out is over', async () => {
    const sandbox = await freshSandbox({ settings: { callback: { timeout: '200ms' } } });
    const merchant = await freshHoldingMerchant();
    const token = await checkoutAt(sandbox, 'aggregator', merchant.url);
    const { status } = await answeredAfter(199, () =>
      decided(sandbox, token, 'approve', { order: 'callback-first' }),
    );
    expect(status).toBe(200);
  });

  it.each([
    ['aggregator', 'cancel', {}, {}],
    ['cardgw', 'approve', { hold: true }, {}],
    ['cardgw', 'approve', {}, { callback: { mode: 'manual' } }],
    ['cardgw', 'approve', {}, { card: { callback: 'browser' } }],
  ] as const)('at once where nothing goes out by itself: %s, %s, %j, %j', async (...given) => {
    const [gateway, decision, choice, settings] = given;
    const sandbox = await freshSandbox({ settings });
    const merchant = await freshMerchant();
    const token = await checkoutAt(sandbox, gateway, merchant.url);
    await decided(sandbox, token, decision, { order: 'callback-first', ...choice });
    expect(merchant.arrivals).toEqual([]);
  });
});
