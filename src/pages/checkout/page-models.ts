import type { CheckoutDefinition } from '../../gateways/definition.ts';
import type { Currency, Language, Mode } from '../../protocol/vocabulary.ts';
import type { CheckoutStep } from '../../store/statuses.ts';
import type { Frame } from '../page-models.ts';
import type { BrandLinks } from './brand.ts';
import type { Choice, ToolDock } from './tool-models.ts';

export type CheckoutKind = CheckoutDefinition['page'];

/** Shared by all pages of a checkout session. */
export interface CheckoutFrame extends Frame {
  readonly token: string;
  readonly kind: CheckoutKind;
  /** The mode of the access token that was used for confirm. */
  readonly mode: Mode;
  readonly merchant: string;
  /** The account's own style and logo, if any. */
  readonly brand: BrandLinks;
  readonly invoice: string;
  /** With two decimals, regardless of the merchant's format. */
  readonly amount: string;
  readonly currency: Currency;
  readonly otherLanguage: { readonly lang: Language; readonly href: string };
  /** A key for the session's state. The page is outdated once the current state has a different key. */
  readonly watched: string | undefined;
}

/** An open checkout with the form for the customer. */
export interface CheckoutPage extends CheckoutFrame {
  /** In the sandbox's time. The script takes the year of a test card from it. */
  readonly expiresAt: string;
  readonly returnUrl: string;
  /** Seconds left when the page was rendered. The script counts down from here. */
  readonly secondsLeft: number;
  /** The customer is warned this long before the end, and can extend the session. */
  readonly warnsAtSeconds: number;
  /** The message about a previous decline, in the page's language. */
  readonly notice: string | undefined;
  /** Errors by field: `number`, `expiry`, `cvc`, `holder`, `method`. Card data is never echoed back. */
  readonly errors: Readonly<Record<string, string>>;
  /** The step of this page, empty for the first one. Submitted with the form, to detect outdated forms. */
  readonly step: CheckoutStep | '';
  /** Display name of the method chosen on the first page. */
  readonly chosenMethod: string | undefined;
  /** Set at step `code`. */
  readonly code: CodeStep | undefined;
  /** The bank's possible responses at step `challenge`. */
  readonly results: readonly (Choice & { readonly note: string })[];
  readonly methods: readonly MethodChoice[];
  readonly tools: ToolDock | undefined;
}

export interface MethodChoice extends Choice {
  /** A one-line explanation. */
  readonly note: string;
  readonly icon: string;
}

/** The page that asks for a one-time code. */
export interface CodeStep {
  readonly processId: string;
  readonly digits: number;
  /** `091••••001` */
  readonly maskedNumber: string;
  /** The inbox that receives the code. Testers only. */
  readonly phone:
    | {
        readonly number: string;
        /** Opens the inbox at this code. */
        readonly href: string;
        readonly code: string;
        /** The text message with the code. */
        readonly message: string;
      }
    | undefined;
  readonly tries: { readonly left: number; readonly of: number };
  /** Seconds until another code can be requested. 0: right away. */
  readonly resendSeconds: number;
  readonly state: 'active' | 'expired' | 'locked';
  readonly secondsLeft: number;
  /** A code was sent again. */
  readonly isAnother: boolean;
}

export type ResultState = 'paid' | 'canceled' | 'declined' | 'expired';

/** How a session ended. Paid and canceled ones link to the signed return URL, others to the bare address. */
export interface ResultPage extends CheckoutFrame {
  readonly state: ResultState;
  /** The transaction ID, which customers quote when they ask about the payment. */
  readonly reference: string;
  readonly endedAt: { readonly iso: string; readonly text: string };
  readonly chosenMethod: string | undefined;
  readonly returnHref: string;
  /** Card payments return immediately through a refresh. The aggregator waits for its button. */
  readonly returnsAtOnce: boolean;
  /** The tester chose that the customer never comes back (`callback-only`). */
  readonly tabClosed: boolean;
}
