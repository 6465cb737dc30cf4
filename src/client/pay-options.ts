import type { ChallengeResult } from '../gateways/challenge-result.ts';
import type { CardOutcome } from '../gateways/test-cards.ts';
import type { Duration } from '../protocol/duration.ts';
import type { DeliveryOrder, Tampering } from '../settings/delivery.ts';

/** What to choose in the tester tools before the page is decided. */
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

/** A one-time code, or what fetches it. */
export type Code = string | (() => string | Promise<string>);

/** One of the ways to end a page; paying when none is given. */
export type PayOptions = { readonly tools?: Tools } & (
  | {
      /** The payment method by its position on the page; the first one by default. */
      readonly method?: 1 | 2 | 3 | 4 | 5;
      /** A test card by its result, typed as a customer would; an approved one by default. */
      readonly card?: CardOutcome;
      /** The one-time code, if the page asks for one; the code that was sent by default. */
      readonly code?: Code;
      /** The bank's response to a 3-D Secure challenge; `authenticated` by default. */
      readonly challenge?: ChallengeResult;
      readonly decline?: never;
      readonly cancel?: never;
    }
  | {
      /** The bank declines, by a test card or the tester tools: on every page, and the customer may try again. */
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
