import { UserError } from '../host/user-error.ts';

/** `open`: the answers prove neither. */
export type Verdict = 'pass' | 'fail' | 'open';

export interface Finding {
  readonly verdict: Verdict;
  /** What happened, and what that proves or leaves open, in one sentence. */
  readonly reason: string;
  /** How to fix it, if the case's own advice does not fit. */
  readonly mend?: string | undefined;
  /** For `genuine`, and for an order that must be paid: whether it was in the end. Undefined if that is unknown. */
  readonly isPaid?: boolean | undefined;
  /** Whether the callback of `genuine` paid before the customer returned. */
  readonly callbackPays?: boolean | undefined;
}

/** The audit cannot run. The message says what to do. */
export class AuditError extends UserError {
  override readonly name = 'AuditError';
}

/** The sandbox does not send what a case needs. Says nothing about your app. */
export class NotSent extends AuditError {}

/** Your app, or a command of yours, refused what it was asked for. */
export class Refused extends AuditError {}
