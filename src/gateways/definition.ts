import type { ErrorCode } from '../protocol/errors.ts';
import type { Field } from '../protocol/signature.ts';
import type { FieldRule } from './fields.ts';
import type { TestCard } from './test-cards.ts';

export type Currency = 'LYD' | 'USD';

/** High, medium or low confidence that the live service does the same; `-` where the choice is ours alone. */
export type Confidence = 'high' | 'medium' | 'low' | '-';

/** How the sandbox does what the API document leaves open, and no setting changes. */
export interface Assumption {
  /** Names it in `X-Sandbox-Assumption`: ASCII, never changed. */
  readonly id: string;
  readonly question: string;
  readonly reason: string;
  readonly confidence: Confidence;
}

interface CommonDefinition {
  /** What the document does not say about this gateway. Pages and reference list them. */
  readonly assumptions: readonly Assumption[];
  /** Currency of `amount` (document, "What the service does", 3). */
  readonly currency: Currency;
  readonly confirmFields: readonly FieldRule[];
}

/** A refusal of the wallets: the code that public clients know, and the field it is about when the profile knows no such code. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly field: string;
  readonly why: string;
}

/** Two steps: verify sends a one-time code, confirm pays with it. Interpreted by `flows/otp.ts`. */
export interface OtpDefinition extends CommonDefinition {
  readonly flow: 'otp';
  /** Digits of a one-time code, until the setting `otp.length` changes it. */
  readonly codeLength: number;
  readonly verifyFields: readonly FieldRule[];
  readonly refusals: {
    readonly wrongCode: Refusal;
    readonly expired: Refusal;
    readonly locked: Refusal;
    readonly otherAmount: Refusal;
  };
}

/** How a checkout ended, as far as the merchant is told. */
export type Outcome = 'completed' | 'canceled';

/** What a callback or a return can tell about a payment. */
export interface Payment {
  readonly outcome: Outcome;
  /** The gateway's and the method's names on the wire. */
  readonly gateway: string;
  readonly method: string;
  readonly methodField: string;
  readonly invoiceNo: string;
  /** The amount's text as the merchant sent it. */
  readonly amount: string;
  readonly currency: Currency;
  readonly transactionId: string;
}

/** What a payment method asks of the customer next: a code that is sent to the phone, or a card. */
export type MethodKind = 'wallet' | 'card';
export type MethodKinds = Readonly<Record<string, MethodKind>>;

/** One step: confirm returns the address of a hosted page, where the customer decides. Interpreted by `flows/checkout.ts`. */
export interface CheckoutDefinition extends CommonDefinition {
  readonly flow: 'checkout';
  /** Which hosted page is shown. */
  readonly page: 'local-card' | 'card' | 'methods';
  /** The payment methods that the page offers, by token; empty where there is nothing to choose. */
  readonly methods: MethodKinds;
  /** The only card numbers that the page accepts: any other could be a real card. */
  readonly testCards: readonly TestCard[];
  readonly callback: {
    readonly method: 'GET' | 'POST';
    readonly to: 'return_url' | 'callback_url';
    /** The callback's fields in the order in which they are signed and sent, or undefined when the outcome has no callback. */
    readonly fields: (payment: Payment) => readonly Field[] | undefined;
  };
  readonly return: {
    /** True: the browser goes back by itself; false: by a button. */
    readonly atOnce: boolean;
    readonly fields: (payment: Payment) => readonly Field[];
  };
}

export type Definition = OtpDefinition | CheckoutDefinition;
