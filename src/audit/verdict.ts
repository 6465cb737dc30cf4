import { UserError } from '../host/user-error.ts';

/** `open`: the answers prove neither. */
export type Verdict = 'pass' | 'fail' | 'open';

export interface Finding {
  readonly verdict: Verdict;
  /** What happened, and what that proves or leaves open, in one sentence. */
  readonly reason: string;
}

/** The audit cannot run. The message says what to do. */
export class AuditError extends UserError {
  override readonly name = 'AuditError';
}
