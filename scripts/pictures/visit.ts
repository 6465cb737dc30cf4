import type { Page } from 'playwright-core';
import type { StartedSandbox } from '../../src/index.ts';

/** Host name of the shop that requests the payments. */
export const shopHost = 'shop.example';

/** A browser page with its own sandbox. */
export interface Visit {
  readonly page: Page;
  readonly sandbox: StartedSandbox;
}

export interface Picture {
  /** Navigates to the page like a user. */
  readonly reach: (visit: Visit) => Promise<void>;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

type Gateway = 'localbankcards' | 'cardgw' | 'aggregator';

let invoices = 480;

export async function open({ page, sandbox }: Visit, gateway: Gateway, lang: string): Promise<void> {
  invoices += 1;
  const redirectUrl = await call(sandbox, `${gateway}/confirm`, {
    amount: '149.50',
    invoice_no: `INV-2026-${invoices}`,
    lang,
    return_url: `http://${shopHost}/return`,
    ...(gateway === 'aggregator' && {
      mobile_number: '0912345678',
      callback_url: `http://${shopHost}/callback`,
    }),
  });
  await page.goto(redirectUrl);
}

/** Calls the merchant API. Returns the `redirect_url` of a checkout. */
export async function call(
  sandbox: StartedSandbox,
  path: string,
  fields: Record<string, string>,
): Promise<string> {
  const answer = await fetch(`${sandbox.url}/api/v1/transaction/${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${sandbox.account.accessTokens.test}`,
      'X-API-KEY': sandbox.account.apiKey,
    },
    body: new URLSearchParams(fields),
  });
  // The API documentation's format. With anything else, the picture shows the error.
  const { result } = (await answer.json()) as { result?: { redirect_url?: string } };
  return result?.redirect_url ?? '';
}

export async function payByCard(page: Page, number: string): Promise<void> {
  await unfold(page, 'tools');
  await page.getByRole('button', { name: number }).click();
  await page.getByTestId('pay').click();
}

export async function useTools(page: Page): Promise<void> {
  await unfold(page, 'tools', 'advanced', 'preview-fold');
}

/** In a wide window, the tools are already open. */
async function unfold(page: Page, ...folds: readonly string[]): Promise<void> {
  for (const id of folds) {
    const isOpen = (await page.getByTestId(id).getAttribute('open')) !== null;
    if (!isOpen) await page.locator(`[data-testid="${id}"] > summary`).click();
  }
}
