import type { Stage } from './stage.ts';

/** `open`: the answers neither prove nor disprove it. */
export type Verdict = 'pass' | 'fail' | 'open';

export interface Finding {
  readonly verdict: Verdict;
  /** What happened and what that proves or leaves open, in a sentence. */
  readonly reason: string;
}

/** One thing that is done to the merchant's handlers. */
export interface AuditCase {
  readonly id: string;
  /** What the merchant is sent. */
  readonly does: string;
  /** What a good handler does with it. */
  readonly expects: string;
  /** What it means when the handler does. */
  readonly proves: string;
  /** What to change when it does not. */
  readonly mend: string;
  readonly run: (stage: Stage) => Promise<Finding>;
}

/** The audit cannot be carried out: one sentence that says what to do. */
export class AuditError extends Error {
  override readonly name = 'AuditError';
}
