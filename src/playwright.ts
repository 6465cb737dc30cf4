import { type CardOutcome, grouped, testCardsOf } from './http/checkout/test-cards.ts';
import type { DeliveryOrder, Tampering } from './settings.ts';
import type { Duration } from './spec/duration.ts';

/** What `payOn` needs of Playwright's `Page`; any version's fits. */
export interface CheckoutPage {
  url(): string;
  locator(selector: string): PageElement;
  waitForURL(url: (url: URL) => boolean, options: { waitUntil: 'commit' }): Promise<void>;
  waitForEvent(event: 'domcontentloaded'): Promise<unknown>;
  waitForLoadState(state: 'domcontentloaded'): Promise<void>;
}

/** What it needs of a `Locator`. */
export interface PageElement {
  check(): Promise<void>;
  click(): Promise<void>;
  count(): Promise<number>;
  fill(value: string): Promise<void>;
  first(): PageElement;
  getAttribute(name: string): Promise<string | null>;
  selectOption(value: string): Promise<unknown>;
  textContent(): Promise<string | null>;
  waitFor(): Promise<void>;
}

/** What to choose in the tester's panel before the page is decided. */
export interface Tools {
  readonly order?: DeliveryOrder;
  readonly delay?: Duration;
  /** 1 to 5. */
  readonly copies?: number;
  /** Keep the callback back until it is released. */
  readonly hold?: boolean;
  /** Send a forged callback, which the merchant must refuse. */
  readonly tamper?: Tampering;
}

/** One of the ways to end a page; paying when none is given. */
export type PayOptions = { readonly tools?: Tools } & (
  | {
      /** The payment method by its place on the page; the first unless said. */
      readonly method?: 1 | 2 | 3 | 4 | 5;
      readonly card?: never;
      readonly decline?: never;
      readonly cancel?: never;
    }
  | {
      /** A test card by what comes of it, typed as a customer would; one that pays unless said. */
      readonly card: CardOutcome;
      readonly method?: never;
      readonly decline?: never;
      readonly cancel?: never;
    }
  | {
      /** The bank declines, by the tester's panel: on every page, and the customer may try again. */
      readonly decline: true;
      readonly method?: never;
      readonly card?: never;
      readonly cancel?: never;
    }
  | {
      readonly cancel: true;
      readonly method?: never;
      readonly card?: never;
      readonly decline?: never;
    }
);

/**
 * Drives the checkout page that is open or about to open, as a customer would, by its `data-testid`s (docs: "Checkout pages"), and
 * goes back to the merchant where there is a way back. Throws an `Error` with the page's own words when it does not take the payment.
 */
export async function payOn(page: CheckoutPage, options: PayOptions = {}): Promise<void> {
  await byTestId(page, 'pay', 'result-status').first().waitFor();
  await page.waitForLoadState('domcontentloaded');
  if ((await byTestId(page, 'pay').count()) === 0)
    throw new Error(`This checkout is decided already: ${await wordsOf(byTestId(page, 'result-status'))}`);
  if (options.tools) await choose(page, options.tools);
  await submit(page, await buttonOf(page, options));
  const refused = page.locator('[role="alert"]');
  const mayBeDeclined = options.decline === true || (options.card ?? 'approve') !== 'approve';
  if ((await refused.count()) === 0) return goBack(page);
  if (mayBeDeclined && (await byTestId(page, 'notice').count()) > 0) return;
  throw new Error(`The checkout did not take it: ${await wordsOf(refused)}`);
}

/** Fills in what the choice needs; gives the button that ends it. */
async function buttonOf(page: CheckoutPage, options: PayOptions): Promise<string> {
  if (options.cancel) return 'cancel';
  const isCardPage = (await byTestId(page, 'number').count()) > 0;
  if (isCardPage) {
    if (options.method !== undefined) throw new Error('This checkout page takes cards: it has no method.');
    await typeCard(page, options.card ?? (options.decline ? 'decline' : 'approve'));
    return 'pay';
  }
  if (options.card !== undefined) throw new Error('This checkout page offers methods: it takes no card.');
  await byTestId(page, `method-${options.method ?? 1}`).check();
  return options.decline ? 'tool-decline' : 'pay';
}

async function typeCard(page: CheckoutPage, outcome: CardOutcome): Promise<void> {
  const hasCvc = (await byTestId(page, 'cvc').count()) > 0;
  const card = testCardsOf(hasCvc ? 'cardgw' : 'localbankcards').find((each) => each.outcome === outcome);
  if (!card) throw new Error(`There is no test card with the outcome ${JSON.stringify(outcome)}.`);
  await byTestId(page, 'number').fill(grouped(card.number));
  await byTestId(page, 'expiry').fill('12/49');
  if (!hasCvc) return;
  await byTestId(page, 'cvc').fill('123');
  await byTestId(page, 'holder').fill('Test Customer');
}

async function choose(page: CheckoutPage, { order, delay, copies, hold, tamper }: Tools): Promise<void> {
  await openTools(page);
  if (order !== undefined) await byTestId(page, 'order').selectOption(order);
  if (delay !== undefined) await byTestId(page, 'delay').fill(String(delay));
  if (copies !== undefined) await byTestId(page, 'copies').fill(String(copies));
  if (hold !== undefined) await byTestId(page, 'hold').selectOption(hold ? '1' : '');
  if (tamper !== undefined) await byTestId(page, 'tamper').selectOption(tamper);
}

async function openTools(page: CheckoutPage): Promise<void> {
  const tools = byTestId(page, 'tools');
  if ((await tools.count()) === 0) throw new Error('This sandbox shows no tester tools.');
  if ((await tools.getAttribute('open')) === null)
    await page.locator('[data-testid="tools"] > summary').click();
}

/** Settles when the page that answers is there. */
async function submit(page: CheckoutPage, button: string): Promise<void> {
  if (button.startsWith('tool-')) await openTools(page);
  await Promise.all([page.waitForEvent('domcontentloaded'), byTestId(page, button).click()]);
}

/** The cards' pages go on by themselves, and may have gone at any moment of this; the others have a button, or no way back. */
async function goBack(page: CheckoutPage): Promise<void> {
  const isAway = (url: URL) => !url.pathname.startsWith('/checkout');
  const goesByItself = (await page.locator('meta[http-equiv="refresh"]').count()) > 0;
  if (isAway(new URL(page.url()))) return;
  const link = byTestId(page, 'return-link');
  if (!goesByItself && (await link.count()) === 0) return;
  const gone = page.waitForURL(isAway, { waitUntil: 'commit' });
  await Promise.all([gone, goesByItself ? undefined : link.click()]);
}

/** By the attribute itself: Playwright's own `getByTestId` looks for the one of the merchant's configuration. */
function byTestId(page: CheckoutPage, ...ids: readonly string[]): PageElement {
  return page.locator(ids.map((id) => `[data-testid="${id}"]`).join(', '));
}

async function wordsOf(element: PageElement): Promise<string> {
  return ((await element.first().textContent()) ?? '').replace(/\s+/g, ' ').trim();
}
