import type { CheckoutDefinition } from '../../gateways/definition.ts';
import type { CardOutcome } from '../../gateways/test-cards.ts';
import type { Mode } from '../../store/columns.ts';
import type { CheckoutStep } from '../../store/schema.ts';
import type { Frame } from '../page-models.ts';
import type { Language } from '../words/words.ts';
import type { Choice, TesterTools } from './tool-models.ts';

export type CheckoutKind = CheckoutDefinition['page'];

/** What every page of one checkout session shows. */
export interface CheckoutFrame extends Frame {
  readonly token: string;
  readonly kind: CheckoutKind;
  /** Of the access token that confirm was called with. */
  readonly mode: Mode;
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
  /** What happens when it pays, for tests that drive the page. */
  readonly outcome: CardOutcome;
  readonly label: string;
}

/** An open checkout: the form that the customer fills in. */
export interface CheckoutPage extends CheckoutFrame {
  readonly expiresAt: string;
  /** Seconds left when the page was made; the script counts down from it. */
  readonly secondsLeft: number;
  /** So many seconds before the end the customer is warned, and may have more time. */
  readonly warnsAtSeconds: number;
  /** A payment that was declined before, in the page's language. */
  readonly notice: string | undefined;
  /** What is wrong with what was typed, by field: `number`, `expiry`, `cvc`, `holder`, `method`. Card data is never typed back. */
  readonly errors: Readonly<Record<string, string>>;
  /** Which page of the session this is; empty for the first. Its form says so, so that a late one is known. */
  readonly step: CheckoutStep | '';
  /** The method that was chosen on the first page, as the customer knows it. */
  readonly chosenMethod: string | undefined;
  /** At the step `code`. */
  readonly code: CodeStep | undefined;
  /** What the bank can answer, at the step `challenge`. */
  readonly results: readonly (Choice & { readonly note: string })[];
  readonly testCards: readonly TestCard[];
  readonly methods: readonly Choice[];
  readonly tools: TesterTools | undefined;
}

/** The page that asks for a one-time code. */
export interface CodeStep {
  readonly processId: string;
  readonly digits: number;
  /** `091••••001` */
  readonly maskedNumber: string;
  /** Whose inbox it is: for testers alone. */
  readonly phone: { readonly number: string; readonly href: string } | undefined;
  readonly state: 'active' | 'expired' | 'locked';
  readonly secondsLeft: number;
  /** Another code was sent after the first. */
  readonly isAnother: boolean;
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
