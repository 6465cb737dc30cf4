import type { Stage } from './stage.ts';
import type { Finding } from './verdict.ts';

/** One test of your app's handlers. */
export interface AuditCase {
  readonly id: string;
  /** What your app receives. */
  readonly does: string;
  /** How a correct handler responds. */
  readonly expects: string;
  /** What a pass proves. */
  readonly proves: string;
  /** How to fix a failure. */
  readonly mend: string;
  readonly run: (stage: Stage) => Promise<Finding>;
}
