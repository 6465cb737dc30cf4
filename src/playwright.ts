import { type CardOutcome, grouped, testCardsOf } from './http/checkout/test-cards.ts';
import type { DeliveryOrder } from './settings.ts';
import type { Duration } from './spec/duration.ts';

/** What `payOn` needs of Playwright's `Page`; any version's fits. */
export interface CheckoutPage {
  url(): string;
  locator(selector: string): PageElement;
  waitForURL(url: (url: URL) => boolean, options: { waitUntil: 'commit' }): Promise<void>;
  waitForEvent(event: 'domcontentloaded'): Promise<unknown>;
}

/** What it needs of a `Locator`. */
export interface PageElement {
  check(): Promise<void>;
  click(): Promise<void>;
  count(): Promise<number>;
  fill(value: string): Promise<void>;
  first(): PageElement;
  getAttribute(name: string): Promise<string | null>;
  innerText(): Promise<string>;
  selectOption(value: string): Promise<unknown>;
  waitFor(): Promise<void>;
}

/** What to choose in the tester's panel before the page is decided. */
export interface Tools {
  readonly order?: DeliveryOrder;
  readonly delay?: Duration;
  /** 1 to 5. */
  readonly copies?: number;
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

export type Paid = 'returned' | 'stayed';
