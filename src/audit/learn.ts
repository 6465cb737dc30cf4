import { SandboxError } from '../client.ts';
import { hasCallbackUrl } from './audit-options.ts';
import type { AuditCase } from './case.ts';
import { withOtherHash } from './forgeries.ts';
import { commonLanding, landingOf } from './login.ts';
import type { Stage } from './stage.ts';
import { AuditError } from './verdict.ts';

/** More payments of an app that records them late: one alone may have been lucky. */
const more = 2;

/** How long a return may take to pay where only a callback should. */
const unexpectedMs = 1000;

/** They judge what a return has done. */
const judgeReturns = [
  'return-only',
  'callback-first',
  'return-first',
  'slow',
  'forged-return',
  'forged-cancel',
  'other-invoice',
  'canceled',
];

/**
 * Learns how late your app records payments, and where its returns lead, before anything is judged by it.
 * `genuine` has shown one callback and one return of a paid order. A return that pays may take another way
 * through your app. Resolves with the page to which every return leads, if returns change nothing.
 */
export async function learn(stage: Stage, cases: readonly AuditCase[]): Promise<string | undefined> {
  try {
    const judgesReturns = cases.some(({ id }) => judgeReturns.includes(id));
    const landing = judgesReturns ? await learnReturn(stage) : undefined;
    for (let left = more; left > 0 && stage.lateness.isLate; left -= 1) await learnCallback(stage);
    return landing;
  } catch (error) {
    // The next case fails for the same reason, and says so.
    if (!(error instanceof AuditError) && !(error instanceof SandboxError)) throw error;
    return undefined;
  }
}

async function learnReturn(stage: Stage): Promise<string | undefined> {
  const payment = await stage.approved();
  await payment.comeBack();
  // With a callback URL a return should not pay, and no case waits for one that does.
  const state = hasCallbackUrl(stage.gateway)
    ? await payment.stateInTime(unexpectedMs)
    : await payment.stateWhenPaid();
  // A return without a hash cannot be forged.
  if (state?.isPaid || !payment.isReturnSigned || landing(stage) === undefined) return undefined;
  await payment.comeBack(withOtherHash(payment.returnUrl));
  return landing(stage);
}

function landing({ steps, genuine }: Stage): string | undefined {
  const returns = [...(genuine?.steps ?? []), ...steps].filter(({ what }) => what === 'return');
  return commonLanding(returns.map(({ answer }) => landingOf(answer)));
}

async function learnCallback(stage: Stage): Promise<void> {
  const payment = await stage.approved();
  await payment.callback();
  await payment.stateWhenPaid();
}
