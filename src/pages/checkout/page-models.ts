import type { CheckoutDefinition } from '../../gateways/definition.ts';
import type { CardOutcome } from '../../gateways/test-cards.ts';
import type { Mode } from '../../store/columns.ts';
import type { CheckoutStep } from '../../store/schema.ts';
import type { Frame } from '../page-models.ts';
import type { Language } from '../words/words.ts';
import type { BrandLinks } from './brand.ts';
import type { Choice, TesterTools } from './tool-models.ts';

export type CheckoutKind = CheckoutDefinition['page'];

/** What every page of one checkout session shows. */
export interface CheckoutFrame extends Frame {
  readonly token: string;
  readonly kind: CheckoutKind;
  /** Of the access token that confirm was called with. */
  readonly mode: Mode;
  readonly merchant: string;
  /** The shop's own look, where it has one. */
  readonly brand: BrandLinks;
  readonly invoice: string;
  /** With two decimals, however the merchant wrote it. */
  readonly amount: string;
  readonly currency: 'LYD' | 'USD';
  readonly otherLanguage: { readonly lang: Language; readonly href: string };
  /** What the page is about; while the state of the session reads so, the page is up to date. */
  readonly watched: string | undefined;
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
  readonly methods: readonly MethodChoice[];
  readonly tools: TesterTools | undefined;
}

export interface MethodChoice extends Choice {
  /** One line that explains it. */
  readonly note: string;
  readonly icon: string;
}

/** The page that asks for a one-time code. */
export interface CodeStep {
  readonly processId: string;
  readonly digits: number;
  /** `091••••001` */
  readonly maskedNumber: string;
  /** Whose inbox it is: for testers alone. */
  readonly phone:
    | {
        readonly number: string;
        /** Opens the inbox at this very code. */
        readonly href: string;
        readonly code: string;
        /** The text message. */
        readonly message: string;
      }
    | undefined;
  readonly tries: { readonly left: number; readonly of: number };
  /** When another code can be asked for; 0 at once. */
  readonly resendSeconds: number;
  readonly state: 'active' | 'expired' | 'locked';
  readonly secondsLeft: number;
  /** Another code was sent after the first. */
  readonly isAnother: boolean;
}

export type ResultState = 'paid' | 'canceled' | 'declined' | 'expired';

/** How a session ended. A paid or canceled one offers the signed way back, the others the merchant's own address. */
export interface ResultPage extends CheckoutFrame {
  readonly state: ResultState;
  /** What the customer names when they ask about the payment: the transaction's id. */
  readonly reference: string;
  readonly endedAt: { readonly iso: string; readonly text: string };
  readonly chosenMethod: string | undefined;
  readonly returnHref: string;
  /** Cards go back by themselves at once, by a refresh; the aggregator waits for its button. */
  readonly returnsAtOnce: boolean;
  /** The tester chose that the customer never comes back (`callback-only`). */
  readonly tabClosed: boolean;
}
