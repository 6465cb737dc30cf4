import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { payOn } from '../../src/playwright.ts';
import { merchantServer } from '../support/merchant-server.ts';
import { type CheckoutToken, openCheckout } from '../support/open-checkout.ts';
import { useBrowser } from '../support/visitors.ts';

const { visitor } = useBrowser();

/** Nothing listens there: the browser is given the page of the test. */
const shop = 'http://127.0.0.1:9';
const thanks = { contentType: 'text/html', body: '<h1>Thank you</h1>' };

test.each(['localbankcards', 'cardgw'] as const)(
  '%s: payOn is back at the shop when it returns, though the shop’s document came before its URL',
  async (gateway) => {
    const page = await atCheckout(gateway, { answer: thanks });
    const late = withLateUrl(page);
    await payOn(late);
    // Not polled: payOn must have waited.
    const at = late.url();
    expect(at).toContain(`${shop}/return?`);
  },
);

test('what the shop’s page says and asks is not the checkout’s, though its URL is not there yet', async () => {
  const body = '<p role="alert">Sold out</p><button data-testid="pay">Pay again</button>';
  const page = await atCheckout('cardgw', { answer: { contentType: 'text/html', body } });
  const late = withLateUrl(page);
  await payOn(late);
  const at = late.url();
  expect(at).toContain(`${shop}/return?`);
});

test('the shop may return to a path of its own that is named like the checkout’s', async () => {
  const page = await atCheckout('cardgw', { answer: thanks, returnUrl: `${shop}/checkout/thanks` });
  await payOn(page);
  const at = page.url();
  expect(at).toContain(`${shop}/checkout/thanks?`);
});

test.each(['localbankcards', 'cardgw', 'aggregator'] as const)(
  '%s: a return_url that the browser cannot open is an error that names it',
  async (gateway) => {
    const closed = await merchantServer();
    await closed.close();
    const page = await atCheckout(gateway, { returnUrl: `${closed.url}/return` });
    await expect(payOn(page)).rejects.toThrow(
      `The checkout is complete, but the browser could not open the return_url ${closed.url}/return`,
    );
  },
);

test.each([
  ['aggregator', 'an empty answer', { status: 204 }],
  ['cardgw', 'a download', { headers: { 'Content-Disposition': 'attachment' }, body: 'Receipt' }],
] as const)('%s: so is one that answers with %s', async (gateway, _name, answer) => {
  const page = await atCheckout(gateway, { answer });
  page.setDefaultNavigationTimeout(2000);
  await expect(payOn(page)).rejects.toThrow(`the browser could not open the return_url ${shop}/return`);
});

interface Shop {
  readonly answer?: Parameters<Route['fulfill']>[0];
  readonly returnUrl?: string;
}

async function atCheckout(gateway: CheckoutToken, { answer, returnUrl }: Shop): Promise<Page> {
  const page = await visitor({ locale: 'en-GB', refusalsExpected: returnUrl !== undefined });
  await page.route(`${shop}/**`, (route) => route.fulfill(answer));
  const { redirectUrl } = await openCheckout(gateway, { return_url: returnUrl ?? `${shop}/return` });
  await page.goto(redirectUrl);
  return page;
}

/**
 * The page as a busy machine shows it: once the result is shown, a look at the document sees the next one, and
 * `url()` is the old one until something waits for the new one.
 */
function withLateUrl(page: Page): Page {
  let lateUrl: string | undefined;
  const look = async <Seen>(at: () => Promise<Seen>): Promise<Seen> => {
    if (new URL(page.url()).pathname === '/checkout/result') lateUrl ??= page.url();
    if (lateUrl !== undefined) await page.waitForURL((url) => url.href.startsWith(shop));
    return at();
  };
  const members: Partial<Record<string | symbol, unknown>> = {
    url: () => lateUrl ?? page.url(),
    waitForURL: async (...given: Parameters<Page['waitForURL']>) => {
      await page.waitForURL(...given);
      lateUrl = undefined;
    },
    locator: (selector: string) => {
      const locator = page.locator(selector);
      return withMembers<Locator>(locator, { count: () => look(() => locator.count()) });
    },
  };
  return withMembers(page, members);
}

function withMembers<Value extends object>(
  of: Value,
  members: Partial<Record<string | symbol, unknown>>,
): Value {
  return new Proxy(of, {
    get: (target, name) => {
      const member = members[name] ?? Reflect.get(target, name);
      return typeof member === 'function' && !(name in members) ? member.bind(target) : member;
    },
  });
}
