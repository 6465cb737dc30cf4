import type { Visit } from './visit.ts';

/** What an order must be at the end of the day. */
export type Expected = 'paid' | 'unpaid';

/** One kind of customer, with what the gateway, the network and others do to the order. */
export interface Customer {
  readonly id: string;
  readonly does: string;
  readonly expects: Expected;
  /** How to fix what it finds. */
  readonly mend: string;
  /** How many of these come, compared with the others. */
  readonly share: number;
  /** Whether bad weather brings more of them. */
  readonly isTrouble: boolean;
  readonly run: (visit: Visit) => Promise<void>;
}
