import { fail, quoted } from './judge.ts';
import { mustStayUnpaid, mustStillPay } from './judge-unpaid.ts';
import type { Payment } from './payment.ts';
import type { Stage } from './stage.ts';
import type { State } from './state.ts';
import type { Finding } from './verdict.ts';

/**
 * For forgeries that must neither pay nor end an order: it stays unpaid, does not come to read like an order
 * whose payment failed, and can still be paid.
 */
export async function mustChangeNothing(
  stage: Stage,
  told: string,
  forge: (payment: Payment) => Promise<unknown>,
): Promise<Finding> {
  const payment = await stage.approved();
  const before = await payment.state();
  await forge(payment);
  const finding = await mustStayUnpaid(stage, payment, told);
  if (finding.verdict === 'fail') return finding;
  const after = await payment.state();
  if (before && after && (await readsFailed(stage, before, after)))
    return fail(
      `The order reads ${quoted(after)} after ${told}, like one whose payment failed, and read ${quoted(before)} before.`,
    );
  return mustStillPay(stage, payment, finding, told);
}

/** Whether it reads like an order that was canceled or declined. It may have changed for another reason. */
async function readsFailed(stage: Stage, before: State, after: State): Promise<boolean> {
  const isComparable = before.status !== undefined && after.status !== undefined;
  if (!isComparable || before.status === after.status || stage.genuine?.isPaid === false) return false;
  // Orders may change by themselves, so this one is the first to be made and the last to be read.
  const open = await stage.approved();
  const failed = [await canceled(stage), await declined(stage)];
  const statuses = await Promise.all(failed.map(async (each) => (await each.state())?.status));
  return statuses.includes(after.status) && (await open.state())?.status !== after.status;
}

/** An order whose customer has canceled. Not every gateway sends a callback then. */
export async function canceled(stage: Stage): Promise<Payment> {
  const payment = await stage.payment();
  await payment.cancel();
  if (payment.hasCallback) await payment.callback();
  await payment.comeBack();
  return payment;
}

async function declined(stage: Stage): Promise<Payment> {
  const payment = await stage.approved();
  if (payment.hasCallback) await payment.callback({ tamper: 'approved-0' });
  return payment;
}
