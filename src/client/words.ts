import type { MethodToken } from '../gateways/gateway.ts';
import type { Duration } from '../protocol/duration.ts';

/** ISO 8601, by the sandbox's clock. */
export type Time = string;

export type Mode = 'live' | 'test';

export type PaymentMethod = MethodToken;

/** A token that is suggested, or the name that the config's `names` gives it. */
export type Named<Token extends string> = Token | (string & Record<never, never>);

export interface Wait {
  /** Real time: `'10s'`, or milliseconds, at most 10 minutes. Default: 10 s; 0 checks once. */
  readonly wait?: Duration;
  /** Ends the wait early; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** How long a wait lasts when nobody says. */
export const usualWait: Duration = '10s';

export interface Paging {
  /** 1 to 200, 50 by default. */
  readonly limit?: number;
  /** `next` of the page before. */
  readonly cursor?: string;
}
