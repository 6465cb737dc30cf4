import { sendCancels, sendForOther, sendReturns, withOtherAmount } from '../audit/forgeries.ts';
import type { Payment } from '../audit/payment.ts';
import { bySignedInvoice, verifyFirst } from '../audit/refused-cases.ts';
import type { Resend } from '../client.ts';
import type { Customer, Expected } from './customer.ts';
import type { Visit } from './visit.ts';

const onlyApproved =
  'Mark an order paid only by a message with a valid hash, approved=1, and the order’s own amount (API documentation, Authentication 7 and 8).';

/** They do not pay: the order must stay unpaid. */
const withoutPayment: readonly Customer[] = [
  {
    ...rare('cancels', 'unpaid', 'The customer cancels: callback, if any, and return say so.', onlyApproved),
    share: 8,
    run: async (visit) => {
      const payment = await visit.payment();
      await visit.cancel(payment);
      if (payment.hasCallback) await visit.deliver(payment);
      await payment.comeBack();
    },
  },
  {
    ...rare('abandons', 'unpaid', 'The customer leaves the checkout and never comes back.', onlyApproved),
    share: 4,
    run: async (visit) => void (await visit.payment()),
  },
  {
    ...rare('other-amount', 'unpaid', 'A callback with a different amount, correctly signed.', onlyApproved),
    run: async (visit) => {
      const payment = await visit.approved();
      await payment.ownForgery(withOtherAmount(payment));
    },
  },
  {
    ...rare('approved-0', 'unpaid', 'A callback with approved=0, correctly signed.', onlyApproved),
    run: async (visit) => void (await (await visit.approved()).ownForgery({ tamper: 'approved-0' })),
  },
];

/** Without the sandbox: it sends only a few callbacks at once. */
const ownForgery = (payment: Payment, changes: Resend) => payment.ownForgery(changes);

type Forge = (payment: Payment, visit: Visit) => Promise<unknown>;

const forgeries: readonly (readonly [id: string, what: string, forge: Forge, mend?: string])[] = [
  [
    'forged-hash',
    'Somebody sends a callback with a wrong hash',
    (one) => one.ownForgery({ tamper: 'wrong-hash' }),
  ],
  ['no-hash', 'Somebody sends a callback without a hash', (one) => one.ownForgery({ tamper: 'no-hash' })],
  [
    'forged-return',
    'Somebody opens the return address with approved=1 and a wrong hash, then without a hash',
    (one) => sendReturns(one),
  ],
  [
    'forged-cancel',
    'Somebody sends callback and return with canceled=1, then with approved=0, each with a wrong hash, then without a hash',
    (one) => sendCancels(one, ownForgery),
  ],
  [
    'changed-amount',
    'Somebody changes the amount in a callback, under its original hash',
    (one) => one.ownForgery({ tamper: 'amount' }),
  ],
  [
    'other-invoice',
    'Somebody sends the messages of another order for this one',
    async (one, visit) => sendForOther(await visit.bystander(), one, ownForgery),
    `${bySignedInvoice} ${verifyFirst}`,
  ],
];

/** Each forgery alone, and followed by the genuine callback. */
export const otherCustomers: readonly Customer[] = [
  ...withoutPayment,
  ...forgeries.flatMap(([id, what, forge, mend = verifyFirst]) => [
    {
      ...rare(id, 'unpaid', `${what}; no genuine message arrives.`, mend),
      run: async (visit: Visit) => void (await forge(await visit.approved(), visit)),
    },
    {
      ...rare(`${id}-then-pays`, 'paid', `${what}; then the genuine callback arrives.`, mend),
      run: async (visit: Visit) => {
        const payment = await visit.approved();
        await forge(payment, visit);
        await visit.deliver(payment);
        await payment.comeBack();
      },
    },
  ]),
];

function rare(id: string, expects: Expected, does: string, mend: string): Omit<Customer, 'run'> {
  return { id, does, expects, mend, share: 1, isTrouble: false };
}
