import type { Frame } from '../page-models.ts';
import type { Language } from '../words.ts';

export type CheckoutKind = 'local-card' | 'card' | 'methods';

/** What every page of one checkout session shows. */
export interface CheckoutFrame extends Frame {
  readonly token: string;
  readonly kind: CheckoutKind;
  readonly merchant: string;
  readonly invoice: string;
  /** The amount exactly as the merchant sent it. */
  readonly amount: string;
  readonly currency: 'LYD' | 'USD';
  readonly otherLanguage: { readonly lang: Language; readonly href: string };
}

export interface TestCard {
  /** Grouped by four, as printed on a card. */
  readonly number: string;
  readonly label: string;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly chosen: boolean;
}

/** An open checkout: the form that the customer fills in. */
export interface CheckoutPage extends CheckoutFrame {
  readonly expiresAt: string;
  /** Seconds left when the page was made; the script counts down from it. */
  readonly secondsLeft: number;
  /** A payment that was declined before, in the page's language. */
  readonly notice: string | undefined;
  /** What is wrong with what was typed, by field: `number`, `expiry`, `cvc`, `holder`, `method`. Card data is never typed back. */
  readonly errors: Readonly<Record<string, string>>;
  readonly testCards: readonly TestCard[];
  readonly methods: readonly Choice[];
  readonly tools: TesterTools | undefined;
}

/** A field of the tester: what was typed, and what the settings say where nothing is. */
export interface Typed {
  readonly typed: string;
  readonly otherwise: string;
}

/** The closed panel of the tester: everything that can happen to this session. */
export interface TesterTools {
  readonly orders: readonly Choice[];
  readonly reasons: readonly Choice[];
  readonly delay: Typed;
  readonly copies: Typed;
  readonly holds: readonly Choice[];
  readonly tamperings: readonly Choice[];
  readonly inboxHref: string;
  readonly dashboardHref: string;
}

export type ResultState = 'paid' | 'canceled' | 'declined' | 'expired';

/** How a session ended. A paid or canceled one offers the signed way back. */
export interface ResultPage extends CheckoutFrame {
  readonly state: ResultState;
  readonly returnHref: string | undefined;
  /** Cards go back by themselves at once, by a refresh; the aggregator waits for its button. */
  readonly returnsAtOnce: boolean;
  /** The tester chose that the customer never comes back (`callback-only`). */
  readonly tabClosed: boolean;
}
