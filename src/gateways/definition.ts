import type { ErrorCode } from '../protocol/errors.ts';
import type { Field } from '../protocol/signature.ts';
import type { Currency } from '../protocol/vocabulary.ts';
import type { FieldRule } from './fields.ts';
import type { TestCard } from './test-cards.ts';

/** Our confidence that the live service does the same. `-` marks a choice of the sandbox alone. */
export type Confidence = 'high' | 'medium' | 'low' | '-';

/** A fixed choice about something that the API document leaves open. No setting changes it. */
export interface Assumption {
  /** The name in `X-Sandbox-Assumption`: ASCII, and never changed. */
  readonly id: string;
  readonly question: string;
  readonly reason: string;
  readonly confidence: Confidence;
}

interface CommonDefinition {
  /** What the API documentation leaves open about this gateway. The pages and the reference list it. */
  readonly assumptions: readonly Assumption[];
  /** The currency of `amount` (API documentation, "What the service does", 3). */
  readonly currency: Currency;
  readonly confirmFields: readonly FieldRule[];
}

/** A wallet refusal: the code that public clients know, and the field to name in profiles without it. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly field: string;
  readonly why: string;
}

/** Two steps: verify sends a one-time code, and confirm pays with it. `flows/otp.ts` implements them. */
export interface OtpDefinition extends CommonDefinition {
  readonly flow: 'otp';
  /** Default number of digits of a one-time code. The setting `otp.length` overrides it. */
  readonly codeLength: number;
  readonly verifyFields: readonly FieldRule[];
  readonly refusals: {
    readonly wrongCode: Refusal;
    readonly expired: Refusal;
    readonly locked: Refusal;
    readonly otherAmount: Refusal;
  };
}

/** How a checkout ended, as far as the merchant learns about it. */
export type Outcome = 'completed' | 'canceled';

/** What a callback or a return can report about a payment. */
export interface Payment {
  readonly outcome: Outcome;
  /** The names of gateway and method on the wire. */
  readonly gateway: string;
  readonly method: string;
  readonly methodField: string;
  readonly invoiceNo: string;
  /** The amount exactly as the merchant sent it. */
  readonly amount: string;
  readonly currency: Currency;
  readonly transactionId: string;
}

/** What a payment method asks for next: a code sent to the phone, or a card. */
export type MethodKind = 'wallet' | 'card';
export type MethodKinds = Readonly<Record<string, MethodKind>>;

/** One step: confirm returns the URL of a hosted page for the customer. See `flows/checkout.ts`. */
export interface CheckoutDefinition extends CommonDefinition {
  readonly flow: 'checkout';
  /** Which hosted page to show. */
  readonly page: 'local-card' | 'card' | 'methods';
  /** The payment methods of the page by token. Empty when there is nothing to choose. */
  readonly methods: MethodKinds;
  /** The only card numbers that the page accepts, since any other could be a real card. */
  readonly testCards: readonly TestCard[];
  readonly callback: {
    readonly method: 'GET' | 'POST';
    readonly to: 'return_url' | 'callback_url';
    /** The fields in signing and sending order, or undefined when the outcome has no callback. */
    readonly fields: (payment: Payment) => readonly Field[] | undefined;
  };
  readonly return: {
    /** True: the browser returns automatically. False: the customer clicks a button. */
    readonly atOnce: boolean;
    readonly fields: (payment: Payment) => readonly Field[];
  };
}

export type Definition = OtpDefinition | CheckoutDefinition;
