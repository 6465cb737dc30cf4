import { expect } from 'vitest';
import { type CheckoutName, startCheckout } from './checkouts.ts';
import { freshRawMerchant, freshSandbox } from './fresh.ts';
import type { RawMerchant } from './raw-merchant.ts';
import type { Answer, Fields, TestSandbox } from './sandbox.ts';

export interface Shop {
  readonly sandbox: TestSandbox;
  readonly merchant: RawMerchant;
  readonly token: string;
}

/** A merchant with a query and a fragment in its own URLs, and an invoice number that needs encoding. */
export async function shopWith(gateway: CheckoutName, settings: unknown = {}): Promise<Shop> {
  const sandbox = await freshSandbox({ settings });
  const merchant = await freshRawMerchant();
  const token = await startCheckout(sandbox, gateway, {
    invoice_no: 'INV 1*é&<b>',
    lang: 'en',
    return_url: `${merchant.url}/return?shop=1#part`,
    ...(gateway === 'aggregator' && { callback_url: `${merchant.url}/callback?shop=1` }),
  });
  return { sandbox, merchant, token };
}

/** The page with a preview of these choices. */
export async function previewPage(shop: Shop, choices: Fields): Promise<string> {
  const { status, text } = await post(shop, 'preview', { ...choices, preview: '1' });
  expect(status).toBe(200);
  return text;
}

/** Submits the page's form to one of its addresses. */
export function post({ sandbox, token }: Shop, path: string, fields: Fields): Promise<Answer> {
  const body = new URLSearchParams({ token, lang: 'en', order: 'together', ...fields });
  return sandbox.fetch(`/checkout/${path}`, { method: 'POST', body });
}
