import { later } from '../host/timers.ts';
import { fail, quoted } from './judge.ts';
import { mustStayUnpaid, mustStillPay } from './judge-unpaid.ts';
import type { Payment } from './payment.ts';
import type { Stage } from './stage.ts';
import type { State } from './state.ts';
import type { Finding } from './verdict.ts';

interface Forged {
  /** Such as `forged cancels`. */
  readonly told: string;
  readonly send: (payment: Payment) => Promise<unknown>;
  /** What may change an order although it proves nothing, such as a customer who comes back. */
  readonly mayChange?: (payment: Payment) => Promise<unknown>;
}

/** For forgeries that must change nothing: the order stays unpaid, reads as before, and can still be paid. */
export async function mustChangeNothing(stage: Stage, forged: Forged): Promise<Finding> {
  const { told, send } = forged;
  const payment = await stage.approved();
  const before = await payment.state();
  const startedAt = performance.now();
  await send(payment);
  const finding = await mustStayUnpaid(stage, payment, told);
  if (finding.verdict === 'fail') return finding;
  const after = await payment.state();
  if (before && after && (await isChange(stage, forged, { before, after, startedAt })))
    return fail(`The order reads ${quoted(after)} after ${told}, and read ${quoted(before)} before.`);
  return mustStillPay(stage, payment, finding, told);
}

interface Change {
  readonly before: State;
  readonly after: State;
  readonly startedAt: number;
}

/** Whether it is the forgery's doing: another order does not come to read the same without it. */
async function isChange(
  stage: Stage,
  { mayChange }: Forged,
  { before, after, startedAt }: Change,
): Promise<boolean> {
  const isComparable = before.status !== undefined && after.status !== undefined;
  if (!isComparable || before.status === after.status || stage.genuine?.isPaid === false) return false;
  const tookMs = performance.now() - startedAt;
  const other = await stage.approved();
  await mayChange?.(other);
  await later(tookMs);
  return (await other.state())?.status !== after.status;
}
