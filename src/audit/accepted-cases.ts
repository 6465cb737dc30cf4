import { later } from '../host/timers.ts';
import { answers, bookOnce } from './answer-words.ts';
import { hasCallbackUrl } from './audit-options.ts';
import type { AuditCase } from './case.ts';
import {
  bookedTwice,
  fail,
  isTaken,
  mustBePaidOnce,
  mustPay,
  open,
  pass,
  quoted,
  refusalIn,
  uncounted,
  unseenPage,
} from './judge.ts';
import { ledAway } from './judge-unpaid.ts';
import type { Payment, Step } from './payment.ts';
import type { Stage } from './stage.ts';
import { isGivenUp, isRecorded, type State } from './state.ts';
import type { Finding } from './verdict.ts';

/** Copies of one callback, sent within a tenth of a second. */
export const crowd = 20;

const keepOpen =
  'Keep the order open if the customer returns before the callback, and show a page, such as “waiting for confirmation”; close it only on canceled, or have someone check it. If it is paid, let --paid-when match what it reads.';

/** Genuine payments: the app must record each one once, in any order, number and delay of messages. */
export const acceptedCases: readonly AuditCase[] = [
  {
    id: 'genuine',
    does: 'The customer pays; the callback arrives, then the customer returns.',
    expects:
      'Accepts the callback (POST: 2xx, GET: 2xx or 3xx) and marks the order paid; the return page responds.',
    proves: 'That hash, fields and order are read as the gateway writes them. All other cases depend on it.',
    mend: 'Compare hashed with the upper-case HMAC-SHA256 of name=value&… in the order received, without hashed; `gateway-sandbox verify` shows what differs. Check that the secret key is the same, that the body of a POST is read as JSON and its address is left out of CSRF protection, and that the check reports a paid order as paid (--paid-when; with a double quote in it, it is matched against the whole answer). If your app records payments in the background, or the check answers from a cache, it may need more time: set --settle, such as --settle 5s.',
    run: async (stage) => {
      const payment = await stage.approved();
      // A check that answers from a cache is late, too.
      await payment.state();
      if (payment.hasCallback) await payment.callback();
      // How late the callback is recorded, and whether it pays, does not show once the return has paid.
      const early = await stateAfter(stage.steps, payment);
      await payment.comeBack();
      return { ...(await mustPay(stage, payment, early)), callbackPays: early && isRecorded(early) };
    },
  },
  {
    id: 'callback-only',
    does: 'The customer pays and closes the tab: the callback arrives, the customer never returns.',
    expects: 'Marks the order paid by the callback alone.',
    proves: 'That a payment does not depend on the customer’s browser.',
    mend: 'Mark the order paid in the callback handler, not on the page that the customer returns to.',
    run: async (stage) => {
      const payment = await stage.approved();
      await payment.callback();
      return mustBePaidOnce(stage.steps, payment);
    },
  },
  {
    id: 'return-only',
    does: 'The customer pays and returns; the callback is lost.',
    expects:
      'Shows a page. A card’s return has everything that the callback has and pays the order; if the callback goes to a separate address, the return may wait for it, and must not end the order.',
    proves: 'That a lost callback neither leaves a card payment unrecorded nor shows the customer an error.',
    mend: 'Handle a card’s return like its callback: same fields, same hash, same update. If the return alone does not pay, show “waiting for confirmation”.',
    run: returnOnly,
  },
  {
    id: 'callback-first',
    does: 'The callback arrives, then the customer returns.',
    expects: 'Shows the customer a page; the order stays paid, recorded once.',
    proves: 'That a return for an order that is already paid causes neither an error nor a second payment.',
    mend: bookOnce,
    run: async (stage) => {
      const payment = await stage.approved();
      await payment.callback();
      await payment.comeBack();
      return mustBePaidOnce(stage.steps, payment);
    },
  },
  {
    id: 'return-first',
    does: 'The customer returns, and the callback arrives right after.',
    expects: 'Shows the customer a page, accepts the callback; the order is paid, recorded once.',
    proves: 'That the two may arrive in either order.',
    mend: keepOpen,
    run: (stage) => returnThenCallback(stage, 0),
  },
  {
    id: 'slow',
    does: 'The customer returns; the callback arrives seconds later.',
    expects: 'Keeps the order open until the callback arrives, then accepts it; recorded once.',
    proves: 'That an order is not abandoned while its payment is on the way.',
    mend: keepOpen,
    run: (stage) => returnThenCallback(stage, stage.options.slowMs),
  },
  {
    id: 'duplicate',
    does: 'The same callback arrives a second time, byte for byte.',
    expects: 'Responds as it did the first time; the order is recorded as paid once.',
    proves: 'That a retry after a lost response does no harm: callbacks arrive at least once.',
    mend: bookOnce,
    run: async (stage) => {
      const payment = await stage.approved();
      await payment.callback();
      await payment.callback();
      return mustBePaidOnce(stage.steps, payment);
    },
  },
  {
    id: 'at-once',
    does: `The same callback arrives ${crowd} times within a tenth of a second.`,
    expects: `Accepts all ${crowd}; the order is recorded as paid once.`,
    proves:
      'That checking whether an order is paid and marking it paid are very likely one step. A race of microseconds shows only by chance.',
    mend: bookOnce,
    run: async (stage) => {
      const payment = await stage.approved();
      await payment.callbacksAtOnce(crowd);
      return mustBePaidOnce(stage.steps, payment);
    },
  },
];

/** The state after the callback. Undefined if there was none, or it got no answer. */
async function stateAfter([callback]: readonly Step[], payment: Payment): Promise<State | undefined> {
  if (!callback || callback.answer.status === null) return undefined;
  return isTaken(callback) ? payment.stateInTime() : payment.state();
}

async function returnThenCallback(stage: Stage, waitMs: number): Promise<Finding> {
  const payment = await stage.approved();
  await payment.comeBack();
  await later(waitMs);
  await payment.callback();
  return mustBePaidOnce(stage.steps, payment);
}

async function returnOnly(stage: Stage): Promise<Finding> {
  const payment = await stage.approved();
  const before = await payment.state();
  await payment.comeBack();
  const isResult = !hasCallbackUrl(stage.gateway) && payment.isReturnSigned;
  return (
    (await ledAway(stage, payment)) ??
    (isResult ? mustBePaidOnce(stage.steps, payment) : mayBePaid(stage, payment, before))
  );
}

/** Without an amount in it, a return may pay the order or leave that to the callback. */
async function mayBePaid({ steps }: Stage, payment: Payment, before: State | undefined): Promise<Finding> {
  const refusal = refusalIn(steps);
  if (refusal && !payment.isReturnSigned) return { ...refusal, mend: refusal.mend ?? showWaiting };
  if (refusal) return refusal;
  const state = await counted(payment);
  if (!state) return open(`${answers(steps)}. What the order reads is left open: no check was given.`);
  if (before && !isGivenUp(before) && isGivenUp(state))
    return {
      ...fail(
        `The order reads ${quoted(state)} after the genuine return, and read ${quoted(before)} before; the callback is still to come.`,
      ),
      mend: keepOpen,
    };
  const waits = `${answers(steps)}; the order reads ${quoted(state)}, and the callback is still to come.`;
  if (state.isPaid && !isRecorded(state)) return uncounted(steps, state);
  return (
    bookedTwice(state) ??
    unseenPage(steps) ??
    pass(state.isPaid ? `${answers(steps)}; the return pays the order.` : waits)
  );
}

const showWaiting =
  'The sandbox sends cards back without a result, because its setting card.callback is "server". Show “waiting for confirmation”, and let the callback pay the order.';

/** The state, with time to count the payment if the return has paid. */
async function counted(payment: Payment): Promise<State | undefined> {
  const state = await payment.state();
  return state?.isPaid && !isRecorded(state) ? payment.stateWhenPaid() : state;
}
