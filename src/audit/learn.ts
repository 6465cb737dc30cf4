import { SandboxError } from '../client.ts';
import { hasCallbackUrl } from './audit-options.ts';
import type { AuditCase } from './case.ts';
import type { Stage } from './stage.ts';
import { AuditError } from './verdict.ts';

/** More payments of an app that records them late: one alone may have been lucky. */
const more = 2;

/** How long a return may take to pay where only a callback should. */
const unexpectedMs = 1000;

/** They judge what a return has done. */
const judgeReturns = ['callback-first', 'return-first', 'slow', 'forged-return', 'other-invoice', 'canceled'];

/**
 * Learns how late your app records payments, before anything is judged by it. `genuine` has shown one callback.
 * A return that pays may take another way through your app. For a card, `return-only` shows that, unless it is
 * left out. With a callback URL a return should not pay, and no case waits for one that does.
 */
export async function learnLateness(stage: Stage, cases: readonly AuditCase[]): Promise<void> {
  const has = (id: string) => cases.some((each) => each.id === id);
  const waits = hasCallbackUrl(stage.gateway);
  const isUnknown = judgeReturns.some(has) && (waits || !has('return-only'));
  try {
    if (isUnknown) await paid(stage, 'comeBack', waits ? unexpectedMs : undefined);
    for (let left = more; left > 0 && stage.lateness.isLate; left -= 1) await paid(stage, 'callback');
  } catch (error) {
    // The next case fails for the same reason, and says so.
    if (!(error instanceof AuditError) && !(error instanceof SandboxError)) throw error;
  }
}

async function paid(stage: Stage, by: 'callback' | 'comeBack', atMostMs?: number): Promise<void> {
  const payment = await stage.approved();
  await payment[by]();
  if (atMostMs === undefined) await payment.stateWhenPaid();
  else await payment.stateInTime(atMostMs);
}
