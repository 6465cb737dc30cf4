import { SandboxError } from '../client.ts';
import { hasCallbackUrl } from './audit-options.ts';
import type { AuditCase } from './case.ts';
import type { Stage } from './stage.ts';
import { AuditError } from './verdict.ts';

/** More payments of an app that records them late: one alone may have been lucky. */
const more = 2;

/**
 * Learns how late your app records payments, before anything is judged by it. `genuine` has shown one callback.
 * A return that pays may take another way through your app; later cases show that too, unless they are left out.
 */
export async function learnLateness(stage: Stage, cases: readonly AuditCase[]): Promise<void> {
  const has = (id: string) => cases.some((each) => each.id === id);
  const isUnknown = has('forged-return') && !has('return-only') && !hasCallbackUrl(stage.gateway);
  try {
    if (isUnknown) await paid(stage, 'comeBack');
    for (let left = more; left > 0 && stage.lateness.isLate; left -= 1) await paid(stage, 'callback');
  } catch (error) {
    // The next case fails for the same reason, and says so.
    if (!(error instanceof AuditError) && !(error instanceof SandboxError)) throw error;
  }
}

async function paid(stage: Stage, by: 'callback' | 'comeBack'): Promise<void> {
  const payment = await stage.approved();
  await payment[by]();
  await payment.stateWhenPaid();
}
