import { crowd } from '../audit/accepted-cases.ts';
import { hasCallbackUrl } from '../audit/audit-options.ts';
import { isTaken } from '../audit/judge.ts';
import type { Customer } from './customer.ts';
import type { Visit } from './visit.ts';

const keepOpen =
  'Run the audit first: an order that nobody can pay fails there too. Keep an order open if its customer returns first or never returns, mark it paid when the callback arrives, and handle a card’s return like its callback.';

/** About as long as a browser needs to return while the gateway sends the callback. */
const momentMs = 50;

const changeByCondition =
  "Your app may handle callback and return at the same time. Change the order with one conditional update, such as UPDATE … WHERE invoice_no = ? AND status = 'pending', and do not save a row that you read before: it may overwrite the payment.";

/** They pay: each order must be paid at the end of the day, and recorded once. */
export const payingCustomers: readonly Customer[] = [
  paying('pays', 30, 'The customer pays; the callback arrives, then the customer returns.', async (visit) => {
    const payment = await visit.approved();
    await visit.deliver(payment);
    await payment.comeBack();
  }),
  paying(
    'returns-first',
    12,
    'The customer returns, and the callback arrives right after.',
    async (visit) => {
      const payment = await visit.approved();
      await payment.comeBack();
      await visit.deliver(payment);
    },
  ),
  overlapping(
    'return-during-callback',
    'The callback arrives, and the customer returns within 50 ms, even if your app has not answered yet.',
    async (visit) => {
      const payment = await visit.approved();
      const ready = await payment.message();
      const returning = moment(visit).then(() => payment.comeBack());
      await Promise.all([visit.deliver(payment, ready), returning]);
    },
  ),
  overlapping(
    'callback-during-return',
    'The customer returns, and the callback arrives within 50 ms, even if your app has not answered yet.',
    async (visit) => {
      const payment = await visit.approved();
      const ready = await payment.message();
      const calling = moment(visit).then(() => visit.deliver(payment, ready));
      await Promise.all([payment.comeBack(), calling]);
    },
  ),
  paying(
    'closes-tab',
    8,
    'The customer pays and closes the tab: only the callback arrives.',
    async (visit) => {
      await visit.deliver(await visit.approved());
    },
  ),
  paying('declined-first', 4, 'The bank declines, the customer tries again and pays.', async (visit) => {
    const payment = await visit.payment();
    await visit.options.sandbox.checkouts.decline(payment.checkout.id);
    await visit.approve(payment);
    await visit.deliver(payment);
    await payment.comeBack();
  }),
  trouble('late-callback', 8, 'The customer returns; the callback arrives seconds later.', returnThenLate),
  trouble(
    'lost-callback',
    4,
    'The callback is lost. A card’s return brings the result; otherwise the gateway sends the callback again, late.',
    async (visit) => {
      if (hasCallbackUrl(visit.gateway)) return returnThenLate(visit);
      await (await visit.approved()).comeBack();
    },
  ),
  trouble(
    'lost-answer',
    8,
    'Your app’s answer to the callback is lost, so the gateway sends the same callback again, after the return.',
    async (visit) => {
      const payment = await visit.approved();
      await visit.deliver(payment);
      await payment.comeBack();
      await visit.wait(visit.options.slowMs * visit.draw());
      await visit.deliver(payment);
    },
  ),
  trouble(
    'crowd',
    2,
    `The same callback arrives ${crowd} times within a tenth of a second, and later again if your app refuses one.`,
    async (visit) => {
      const payment = await visit.approved();
      await payment.callbacksAtOnce(crowd);
      if (!visit.steps.every(isTaken)) await visit.deliver(payment);
    },
  ),
];

/** Between two messages that arrive almost together. */
async function moment(visit: Visit): Promise<void> {
  await visit.wait(momentMs * visit.draw());
}

async function returnThenLate(visit: Visit): Promise<void> {
  const payment = await visit.approved();
  await payment.comeBack();
  await visit.wait(visit.options.slowMs);
  await visit.deliver(payment);
}

function paying(id: string, share: number, does: string, run: Customer['run']): Customer {
  return { id, does, expects: 'paid', mend: keepOpen, share, isTrouble: false, run };
}

function overlapping(id: string, does: string, run: Customer['run']): Customer {
  return { ...paying(id, 6, does, run), mend: changeByCondition };
}

function trouble(id: string, share: number, does: string, run: Customer['run']): Customer {
  return { ...paying(id, share, does, run), isTrouble: true };
}
