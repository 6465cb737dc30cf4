import { bookOnce } from '../audit/answer-words.ts';
import { countOnce } from '../audit/state.ts';
import type { Outcome } from './outcome.ts';

/** How to fix what is wrong with an order. */
export function mendOf({
  problem,
  customer,
  order,
  state,
}: Pick<Outcome, 'problem' | 'customer' | 'order' | 'state'>): string {
  switch (problem?.kind) {
    case 'doubled':
      return bookOnce;
    case 'lost':
      return state?.isPaid ? countOnce : customer.mend;
    case 'late':
      return 'Record the payment before you answer the message, or give the queue that records it more workers.';
    case 'broken':
      if (order === undefined) return 'Look in the log of your app for why it could not create the order.';
      return 'Answer genuine messages with 2xx (a GET also with 3xx), repeats like the first one, and forged ones with 400.';
    default:
      return customer.mend;
  }
}
