import { fail, quoted } from './judge.ts';
import { mustStayUnpaid, mustStillPay } from './judge-unpaid.ts';
import type { Payment } from './payment.ts';
import type { Stage } from './stage.ts';
import { isGivenUp } from './state.ts';
import type { Finding } from './verdict.ts';

/** For forgeries that must neither pay nor end an order: it stays unpaid, is not given up, and can still be paid. */
export async function mustChangeNothing(
  stage: Stage,
  told: string,
  forge: (payment: Payment) => Promise<unknown>,
  order?: Payment,
): Promise<Finding> {
  const payment = order ?? (await stage.approved());
  const before = await payment.state();
  await forge(payment);
  const finding = await mustStayUnpaid(stage, payment, told);
  if (finding.verdict === 'fail') return finding;
  const after = await payment.state();
  if (after?.isPaid) return fail(`The order is paid after ${told}.`);
  if (before && after && !isGivenUp(before) && isGivenUp(after) && stage.genuine?.isPaid !== false)
    return fail(`The order reads ${quoted(after)} after ${told}, and read ${quoted(before)} before.`);
  return mustStillPay(stage, payment, finding, told);
}
