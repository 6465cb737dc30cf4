import type { Resend } from '../client.ts';
import type { AuditCase } from './case.ts';
import { sendCancels, sendForOther, withOtherAmount, withOtherHash, withoutHash } from './forgeries.ts';
import { mustBeCanceled, mustStayUnpaid, mustStillPay } from './judge-unpaid.ts';
import type { Stage } from './stage.ts';
import { mustChangeNothing } from './unchanged.ts';
import { type Finding, NotSent } from './verdict.ts';

export const verifyFirst =
  'Compute the HMAC over every received parameter except hashed, compare it in constant time, and reject with 400 before you read anything else (API documentation, Authentication 7).';

export const bySignedInvoice =
  'Identify the order by the signed invoice_no, never by your own URL parameter, a cookie or the session.';

/** Messages that prove no payment: forgeries, replays, and genuine messages about payments that failed. */
export const refusedCases: readonly AuditCase[] = [
  {
    id: 'forged-hash',
    does: 'A callback with a wrong hashed, then the genuine one.',
    expects: 'Rejects it and changes nothing; the genuine one pays.',
    proves: 'That nobody can pay or break an order without the secret key.',
    mend: verifyFirst,
    run: (stage) => forgedCallback(stage, { tamper: 'wrong-hash' }, 'a callback with a wrong hash'),
  },
  {
    id: 'no-hash',
    does: 'A callback without hashed, then the genuine one.',
    expects: 'Rejects it and changes nothing; the genuine one pays.',
    proves: 'That the hash is required, not just checked when present.',
    mend: `A message without hashed is forged. ${verifyFirst}`,
    run: (stage) => forgedCallback(stage, { tamper: 'no-hash' }, 'a callback without a hash'),
  },
  {
    id: 'forged-return',
    does: 'Someone opens the return address with approved=1 and a wrong hashed, then without hashed; then the genuine callback arrives.',
    expects: 'Changes nothing; the genuine callback pays.',
    proves: 'That a customer cannot pay by editing a URL.',
    mend: `Trust the return as little as anything else that a browser sends. ${verifyFirst}`,
    run: forgedReturn,
  },
  {
    id: 'forged-cancel',
    does: 'Someone sends callback and return with canceled=1, then with approved=0, each with a wrong hashed, then without hashed; then the genuine callback arrives.',
    expects: 'Changes nothing; the genuine callback pays.',
    proves: 'That nobody can cancel an order without the secret key.',
    mend: `A cancel needs a valid hash, too. ${verifyFirst}`,
    run: (stage) => mustChangeNothing(stage, 'forged cancels', sendCancels),
  },
  {
    id: 'changed-amount',
    does: 'A callback with a different amount and the original hashed, then the genuine one.',
    expects: 'Rejects it and changes nothing; the genuine one pays.',
    proves: 'That the hash is computed over what was received, including the amount.',
    mend: verifyFirst,
    run: (stage) => forgedCallback(stage, { tamper: 'amount' }, 'a callback with a changed amount'),
  },
  {
    id: 'other-invoice',
    does: 'One order’s callback with another order’s invoice_no; if each order has its own addresses, also one order’s genuine messages at the other’s addresses.',
    expects: 'Leaves the other order unpaid; its own callback pays it.',
    proves: 'That one payment pays one order.',
    mend: `${bySignedInvoice} ${verifyFirst}`,
    run: otherInvoice,
  },
  {
    id: 'other-amount',
    does: 'A callback with a different amount, correctly signed.',
    expects: 'Leaves the order unpaid.',
    proves: 'That the amount is compared with the order, not just covered by the signature.',
    mend: 'A hash proves who sent a message, not what it is about: compare amount (and currency) with the order before you mark it paid.',
    run: async (stage) => {
      const payment = await stage.approved();
      const changes = withOtherAmount(payment);
      await payment.callback(changes);
      return mustStayUnpaid(stage, payment, `a correctly signed callback for ${changes.fields.amount}`);
    },
  },
  {
    id: 'approved-0',
    does: 'A callback with approved=0, correctly signed.',
    expects: 'Leaves the order unpaid.',
    proves: 'That approved must be 1, not just present.',
    mend: 'Mark the order paid only if approved is exactly 1 (API documentation, Authentication 8).',
    run: async (stage) => {
      const payment = await stage.approved();
      await payment.callback({ tamper: 'approved-0' });
      return mustStayUnpaid(stage, payment, 'a callback with approved=0');
    },
  },
  {
    id: 'canceled',
    does: 'The customer cancels: the gateway sends callback and return, correctly signed.',
    expects: 'Accepts both messages and leaves the order unpaid.',
    proves: 'That a valid hash alone does not count as a payment, and that a cancel is not an error.',
    mend: 'A message with canceled, or without approved=1, is not a payment, even with a valid hash.',
    run: canceled,
  },
];

function forgedCallback(stage: Stage, forgery: Resend, told: string): Promise<Finding> {
  return mustChangeNothing(stage, told, (payment) => payment.callback(forgery));
}

async function forgedReturn(stage: Stage): Promise<Finding> {
  const payment = await stage.approved();
  if (!payment.isReturnSigned)
    throw new NotSent(
      'Skipped: the sandbox sends cards back without a result, because its setting card.callback is "server".',
    );
  await payment.comeBack(withOtherHash(payment.returnUrl));
  const wrong = await mustStayUnpaid(stage, payment, 'a return with a wrong hash');
  if (wrong.verdict === 'fail') return wrong;
  await payment.comeBack(withoutHash(payment.returnUrl));
  const missing = await mustStayUnpaid(stage, payment, 'a return without a hash');
  return mustStillPay(stage, payment, missing, 'forged returns');
}

async function otherInvoice(stage: Stage): Promise<Finding> {
  const one = await stage.approved();
  const other = await stage.approved();
  const hasOwnAddresses =
    other.address !== one.address || other.checkout.return_url !== one.checkout.return_url;
  const what = hasOwnAddresses ? 'messages' : 'callback';
  return mustChangeNothing(stage, `the ${what} of another order`, () => sendForOther(one, other), other);
}

async function canceled(stage: Stage): Promise<Finding> {
  const payment = await stage.payment();
  await payment.cancel();
  if (payment.hasCallback) await payment.callback();
  await payment.comeBack();
  return mustBeCanceled(stage, payment);
}
