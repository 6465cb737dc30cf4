import { later } from '../host/timers.ts';
import { hasCallbackUrl } from './audit-options.ts';
import type { AuditCase } from './case.ts';
import {
  answers,
  bookedTwice,
  fail,
  isTaken,
  mustBePaid,
  mustBePaidOnce,
  open,
  pass,
  quoted,
} from './judge.ts';
import type { Payment } from './payment.ts';
import type { Stage } from './stage.ts';
import type { Finding } from './verdict.ts';

/** How many copies of one callback come within a tenth of a second. */
const crowd = 20;

const bookOnce =
  "Book with one conditional update, such as UPDATE … SET status = 'paid' WHERE invoice_no = ? AND status <> 'paid', and act only when it changed a row; answer a repeat as the first time.";

/** Payments that were made: in whatever order, however often and late the merchant is told, it books each once. */
export const acceptedCases: readonly AuditCase[] = [
  {
    id: 'genuine',
    does: 'The customer pays; the callback comes, then the customer.',
    expects: 'Takes the callback (POST: 2xx, GET: 2xx or 3xx) and marks the order paid.',
    proves: 'That hash, fields and order are read as the gateway writes them. All other cases rest on it.',
    mend: 'Compare hashed with the upper-case HMAC-SHA256 of name=value&… in the order received, without hashed; `gateway-sandbox verify` says what differs. Is the secret key the same, and does the check show a paid order as paid (--paid-when)?',
    run: async (stage) => {
      const payment = await stage.approved();
      await payment.callback();
      await payment.comeBack();
      return mustBePaid(
        stage.steps.filter(({ what }) => what === 'callback'),
        payment,
      );
    },
  },
  {
    id: 'callback-only',
    does: 'The customer pays and closes the tab: the callback comes, nobody returns.',
    expects: 'Marks the order paid by the callback alone.',
    proves: 'That a payment does not depend on the customer’s browser.',
    mend: 'Mark the order paid where the callback is handled, not on the page that the customer comes back to.',
    run: async (stage) => {
      const payment = await stage.approved();
      await payment.callback();
      return mustBePaidOnce(stage.steps, payment);
    },
  },
  {
    id: 'return-only',
    does: 'The customer pays and comes back; the callback is lost.',
    expects:
      'Shows a page. A card’s return carries all that the callback does and pays the order; where the callback goes to an address of its own, the return may wait for it.',
    proves: 'That a lost callback does not leave a card’s payment unbooked, nor the customer at an error.',
    mend: 'Handle a card’s return as its callback: same fields, same hash, same booking. Where the return alone does not pay, say “waiting for confirmation”.',
    run: returnOnly,
  },
  {
    id: 'callback-first',
    does: 'The callback comes, and after it the customer.',
    expects: 'Shows the customer a page; the order stays paid, booked once.',
    proves: 'That the return of an order that is paid already is no error and no second booking.',
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
    does: 'The customer comes back, and right after that the callback comes.',
    expects: 'Shows the customer a page, takes the callback; the order is paid, booked once.',
    proves: 'That the two may overtake each other.',
    mend: bookOnce,
    run: (stage) => returnThenCallback(stage, 0),
  },
  {
    id: 'slow',
    does: 'The customer comes back; the callback comes seconds later.',
    expects: 'Keeps the order open until the callback comes, then takes it; booked once.',
    proves: 'That an order is not given up while its payment is on the way.',
    mend: 'Leave an order awaiting payment when the customer comes back before the callback; close it by canceled alone, or after hours.',
    run: (stage) => returnThenCallback(stage, stage.options.slowMs),
  },
  {
    id: 'duplicate',
    does: 'The same callback comes a second time, byte for byte.',
    expects: 'Answers it as the first time; the order is booked once.',
    proves: 'That a retry after a lost answer does no harm: callbacks come at least once.',
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
    does: `The same callback comes ${crowd} times within a tenth of a second.`,
    expects: `Takes all ${crowd}; the order is booked once.`,
    proves: 'That looking whether it is paid and booking it are one step.',
    mend: bookOnce,
    run: async (stage) => {
      const payment = await stage.approved();
      await payment.callbacksAtOnce(crowd);
      return mustBePaidOnce(stage.steps, payment);
    },
  },
];

async function returnThenCallback(stage: Stage, waitMs: number): Promise<Finding> {
  const payment = await stage.approved();
  await payment.comeBack();
  await later(waitMs);
  await payment.callback();
  return mustBePaidOnce(stage.steps, payment);
}

async function returnOnly(stage: Stage): Promise<Finding> {
  const payment = await stage.approved();
  await payment.comeBack();
  if (!hasCallbackUrl(stage.gateway)) return mustBePaidOnce(stage.steps, payment);
  return mayBePaid(stage, payment);
}

/** Without an amount in it, a return may pay the order or leave that to the callback. */
async function mayBePaid({ steps }: Stage, payment: Payment): Promise<Finding> {
  if (!steps.every(isTaken)) return fail(`The customer, who has paid, sees an error: ${answers(steps)}.`);
  const state = await payment.state();
  if (!state) return open(`${answers(steps)}. What the order reads is left open: no check was given.`);
  const waits = `${answers(steps)}; the order reads ${quoted(state)}, and the callback is still to come.`;
  return bookedTwice(state) ?? pass(state.isPaid ? `${answers(steps)}; the return pays the order.` : waits);
}
