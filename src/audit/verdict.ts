import { UserError } from '../host/user-error.ts';

/** `open`: the answers neither prove nor disprove it. */
export type Verdict = 'pass' | 'fail' | 'open';

export interface Finding {
  readonly verdict: Verdict;
  /** What happened and what that proves or leaves open, in a sentence. */
  readonly reason: string;
}

/** The audit cannot be carried out: one sentence that says what to do. */
export class AuditError extends UserError {
  override readonly name = 'AuditError';
}
