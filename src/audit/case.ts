import type { Stage } from './stage.ts';
import type { Finding } from './verdict.ts';

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
