import type { MethodToken } from '../gateways/gateway.ts';
import type { Duration } from '../protocol/duration.ts';

/** ISO 8601, by the sandbox's clock. */
export type Time = string;

export type PaymentMethod = MethodToken;

/** A token, for autocompletion, or any name that the config's `names` defines. */
export type Named<Token extends string> = Token | (string & Record<never, never>);

export interface Wait {
  /** Real time: `'10s'`, or milliseconds, at most 10 minutes (default: 10 s). 0 checks once. */
  readonly wait?: Duration;
  /** Cancels the wait. The promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The default wait. */
export const usualWait: Duration = '10s';

export interface Paging {
  /** From 1 to 200 (default: 50). */
  readonly limit?: number;
  /** The `next` of the previous page. */
  readonly cursor?: string;
}
