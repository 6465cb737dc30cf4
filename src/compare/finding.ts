import type { Verdict } from '../comparison/report-format.ts';
import type { AssumptionName } from '../settings/fixed-assumptions.ts';

/** The result for one assumption. */
export interface Finding {
  readonly about: AssumptionName;
  readonly verdict: Verdict;
  /** IDs of the probes that were read. */
  readonly probes: readonly string[];
  /** What the live service did, in words. Null if its answers do not show it. */
  readonly live: string | null;
  /** What the sandbox does under the compared config. */
  readonly sandbox: string | null;
  /** The setting's value that gives the live service's result. Absent if there is none. */
  readonly change?: unknown;
  /** The compared config's value, if it is confirmed. Absent for assumptions without a setting. */
  readonly value?: unknown;
  /** Why it is undecided. */
  readonly why: string | null;
}
