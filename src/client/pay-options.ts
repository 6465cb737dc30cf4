import type { ChallengeResult } from '../gateways/challenge-result.ts';
import type { CardOutcome } from '../gateways/test-cards.ts';
import type { Duration } from '../protocol/duration.ts';
import type { DeliveryOrder, Tampering } from '../settings/delivery.ts';

/** Choices in the tester tools, made before the payment is decided. */
export interface Tools {
  readonly order?: DeliveryOrder;
  readonly delay?: Duration;
  /** From 1 to 5. */
  readonly copies?: number;
  /** Hold the callback until it is released. */
  readonly hold?: boolean;
  /** Send a forged callback, which the merchant must refuse. */
  readonly tamper?: Tampering;
}

/** A one-time code, or a function that gets it. */
export type Code = string | (() => string | Promise<string>);

/** How the checkout ends (default: paid). */
export type PayOptions = {
  readonly tools?: Tools;
  /** How long to wait for the checkout page, in milliseconds (default: 15000). */
  readonly timeout?: number;
  /**
   * The token of the sandbox, if it needs one: the code that was sent is read from its control API (default: the
   * environment variable `GATEWAY_SANDBOX_TOKEN`, which `exec` sets).
   */
  readonly token?: string | undefined;
} & (
  | {
      /** The payment method by its position on the page (default: 1). */
      readonly method?: 1 | 2 | 3 | 4 | 5;
      /** The test card by its outcome, typed in like a customer does (default: `approve`). */
      readonly card?: CardOutcome;
      /** The one-time code, if the page asks for one (default: the code that was sent). */
      readonly code?: Code;
      /** The bank's response to a 3-D Secure challenge (default: `authenticated`). */
      readonly challenge?: ChallengeResult;
      readonly decline?: never;
      readonly cancel?: never;
    }
  | {
      /** The bank declines, on any page. The customer may try again. */
      readonly decline: true;
      readonly method?: never;
      readonly card?: never;
      readonly code?: never;
      readonly challenge?: never;
      readonly cancel?: never;
    }
  | {
      readonly cancel: true;
      readonly method?: never;
      readonly card?: never;
      readonly code?: never;
      readonly challenge?: never;
      readonly decline?: never;
    }
);
