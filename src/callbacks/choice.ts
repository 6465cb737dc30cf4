import type { DeliveryOrder, Tampering } from '../settings/delivery.ts';

/** How a callback and the browser's return are to happen: chosen by the tester, else by the settings. */
export interface DeliveryChoice {
  readonly order: DeliveryOrder;
  readonly delayMs: number;
  /** How often the same bytes are sent: 1 or more. */
  readonly copies: number;
  /** Kept back until it is released. */
  readonly hold: boolean;
  /** Send a forged callback instead, and keep the genuine one back. */
  readonly tamper: Tampering | undefined;
  /** Whether a browser comes back after this; without one, `return-first` waits a moment instead. */
  readonly browser: boolean;
}
