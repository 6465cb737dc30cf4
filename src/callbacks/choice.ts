import type { DeliveryOrder, Tampering } from '../settings/delivery.ts';

/** How to send a callback and the browser's return. The tester's choices override the settings. */
export interface DeliveryChoice {
  readonly order: DeliveryOrder;
  readonly delayMs: number;
  /** How many times to send the same bytes: 1 or more. */
  readonly copies: number;
  /** Hold the callback until it is released. */
  readonly hold: boolean;
  /** Send a forged callback and hold the genuine one. */
  readonly tamper: Tampering | undefined;
  /** Whether a browser returns after this. Without one, `return-first` waits a moment instead. */
  readonly browser: boolean;
}
