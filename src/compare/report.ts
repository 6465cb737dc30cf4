import type { Comparison } from './compare.ts';
import type { Reply } from './reply.ts';

export const reportKind = 'gateway-sandbox comparison';
export const reportVersion = 1;

/** What `--report` stores and `--json` prints. No key, no mobile number and no address of a checkout is in it. */
export interface Report {
  readonly kind: typeof reportKind;
  readonly version: typeof reportVersion;
  readonly gateway_sandbox: string;
  /** Scheme, host and path of the service. */
  readonly base_url: string;
  /** When the comparison began, in ISO 8601. */
  readonly at: string;
  /** Whether wallets were asked, with a number that is not stored. */
  readonly with_mobile_number: boolean;
  /** Undefined until all probes are done. */
  readonly result?: Comparison;
  readonly replies: Readonly<Record<string, readonly Reply[]>>;
}
