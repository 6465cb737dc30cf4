import { beforeEach, describe, expect, it } from 'vitest';
import { decided, settled } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { checkoutGateways, wallets } from '../support/merchant-api.ts';
import type { MerchantServer } from '../support/merchant-server.ts';
import { type Answer, countedIds, type TestSandbox } from '../support/sandbox.ts';
import { isGenuine, pairsOf, pairsOfJson } from '../support/verifier.ts';

type Checkout = (typeof checkoutGateways)[number];

const secret = 'demo_secret_key';

/**
 * A plugin with all expectations of public clients that differ from the document. Returns `paid`, or where it
 * failed.
 */
class Plugin {
  readonly #sandbox: TestSandbox;
  readonly #shop: MerchantServer;

  constructor(sandbox: TestSandbox, shop: MerchantServer) {
    this.#sandbox = sandbox;
    this.#shop = shop;
  }

  /**
   * Sends JSON, 9-digit numbers and every verify twice, and confirms in the query string. The customer enters
   * the first code.
   */
  async payByWallet(wallet: (typeof wallets)[number]): Promise<string> {
    const number = wallet === 'walletA' ? '912345678' : '945678901';
    const fields = {
      mobile_number: number,
      amount: '10.00',
      ...(wallet === 'walletA' && { birth_year: 1990 }),
    };
    await this.#sendJson(`${wallet}/verify`, fields);
    const { status, json } = await this.#sendJson(`${wallet}/verify`, fields);
    if (status !== 200) return 'verify failed';
    const sent = await this.#sandbox.control('otps');
    const query = new URLSearchParams({
      process_id: String(json.result.process_id),
      code: sent.json.data.at(-1).code,
      amount: '10.00',
      invoice_no: `${wallet}-1`,
    });
    const confirmed = await this.#sandbox.call(`${wallet}/confirm?${query}`);
    return confirmed.status === 200 ? 'paid' : 'confirm failed';
  }

  /** Reuses the invoice number of a canceled payment. */
  async payByCheckout(gateway: Checkout): Promise<string> {
    const canceled = await this.#start(gateway);
    if (canceled.status !== 200) return 'confirm failed';
    await decided(this.#sandbox, tokenOf(canceled), 'cancel');
    const again = await this.#start(gateway);
    if (again.status !== 200) return 'confirm failed after a cancellation';
    await settled(this.#sandbox);
    const before = this.#shop.arrivals.length;
    const { json } = await decided(this.#sandbox, tokenOf(again), 'approve');
    await settled(this.#sandbox);
    await fetch(json.return_url);
    return gateway === 'aggregator' ? this.#judgedCallback(before) : this.#judgedReturns(before);
  }

  /** The browser must return exactly once: a second visit marks the order failed. */
  #judgedReturns(before: number): string {
    const visits = this.#shop.arrivals.slice(before).map(({ url }) => pairsOf(url.split('?')[1] ?? ''));
    const isPaid = visits.every(
      (pairs) => isGenuine(pairs, secret) && new Map(pairs).get('approved') === '1',
    );
    return visits.length === 1 && isPaid ? 'paid' : 'marked failed by the second visit';
  }

  #judgedCallback(before: number): string {
    const posted = this.#shop.arrivals.slice(before).find(({ method }) => method === 'POST');
    const pairs = pairsOfJson(posted?.body ?? '{}');
    if (!new Map(pairs).has('payment_method')) return 'Hash verification failed';
    return isGenuine(pairs, secret) ? 'paid' : 'forged';
  }

  #start(gateway: Checkout): Promise<Answer> {
    return this.#sendJson(`${gateway}/confirm`, {
      amount: 10,
      invoice_no: `${gateway}-1`,
      return_url: `${this.#shop.url}/return`,
      ...(gateway === 'aggregator' && {
        mobile_number: '912345678',
        callback_url: `${this.#shop.url}/callback`,
      }),
    });
  }

  #sendJson(path: string, fields: object): Promise<Answer> {
    const headers = { 'Content-Type': 'application/json' };
    return this.#sandbox.call(path, {}, { headers, body: JSON.stringify(fields) });
  }
}

function tokenOf({ json }: Answer): string {
  return new URL(json.result.redirect_url).searchParams.get('token') ?? '';
}

/** IDs whose codes all differ. */
function ids() {
  let made = 0;
  return { ...countedIds(), code: (digits: number) => String(++made).repeat(digits) };
}

async function pluginWith(settings: unknown): Promise<Plugin> {
  return new Plugin(await freshSandbox({ settings, ids: ids() }), await freshMerchant());
}

describe('With the profile compatible alone, an existing plugin takes payments', () => {
  let plugin: Plugin;
  beforeEach(async () => {
    plugin = await pluginWith({ profile: 'compatible' });
  });

  it.each(wallets)('by %s', async (wallet) => {
    expect(await plugin.payByWallet(wallet)).toBe('paid');
  });

  it.each(checkoutGateways)('by %s', async (gateway) => {
    expect(await plugin.payByCheckout(gateway)).toBe('paid');
  });
});

describe('Each setting of the profile is needed', () => {
  const without = (change: object) => pluginWith({ profile: 'compatible', ...change });

  it.each([
    [{ requests: { bodies: 'forms' } }, 'verify failed'],
    [{ mobile: { lenient: false } }, 'verify failed'],
    [{ otp: { repeat_window: '0s' } }, 'confirm failed'],
    [{ requests: { query: 'ignore' } }, 'confirm failed'],
  ])('by a wallet, not with %j', async (change, why) => {
    expect(await (await without(change)).payByWallet('walletB')).toBe(why);
  });

  it.each([
    ['localbankcards', { invoice: { used: 'confirmed' } }, 'confirm failed after a cancellation'],
    ['cardgw', { card: { callback: 'both' } }, 'marked failed by the second visit'],
    ['aggregator', { aggregator: { method_field: 'paymet_method' } }, 'Hash verification failed'],
  ] as const)('by %s, not with %j', async (gateway, change, why) => {
    expect(await (await without(change)).payByCheckout(gateway)).toBe(why);
  });
});
