import type { reportKind, reportVersion } from '../comparison/report-format.ts';
import type { Comparison } from './compare.ts';
import type { Reply } from './reply.ts';

/** The format of `--report` and `--json`. Contains no keys, mobile numbers or checkout URLs. */
export interface Report {
  readonly kind: typeof reportKind;
  readonly version: typeof reportVersion;
  readonly gateway_sandbox: string;
  /** Scheme, host and path of the service. */
  readonly base_url: string;
  /** Start of the comparison, in ISO 8601. */
  readonly at: string;
  /** Whether wallets were tested. The number itself is not stored. */
  readonly with_mobile_number: boolean;
  /** Undefined until all probes are done. */
  readonly result?: Comparison;
  readonly replies: Readonly<Record<string, readonly Reply[]>>;
}
