import { bookOnce, handlerFailed } from '../audit/answer-words.ts';
import { countOnce } from '../audit/state.ts';
import { unreadMend } from '../audit/unread.ts';
import type { Message, Outcome } from './outcome.ts';

type Told = Pick<Outcome, 'problem' | 'customer' | 'order' | 'state' | 'failure' | 'messages'>;

/** How to fix what is wrong with an order: first what your app answered, then what this customer is for. */
export function mendOf(outcome: Told): string {
  const { problem, customer, state } = outcome;
  switch (problem?.kind) {
    case 'doubled':
      return bookOnce;
    case 'lost':
      return state?.isPaid ? countOnce : (refusalMend(outcome) ?? customer.mend);
    case 'late':
      return 'Record the payment before you answer the message, or give the queue that records it more workers.';
    case 'broken':
      return brokenMend(outcome);
    default:
      return customer.mend;
  }
}

const answerAll =
  'Answer genuine messages with 2xx (a GET also with 3xx), repeats like the first one, and forged ones with 400.';

function brokenMend(outcome: Told): string {
  const { order, state, failure } = outcome;
  if (order === undefined) return 'Look in the log of your app for why it could not create the order.';
  if (state === undefined || failure !== undefined)
    return 'Fix that first: the order cannot be judged. If your app has ended, its log shows why.';
  return refusalMend(outcome) ?? answerAll;
}

/** What the status of a refusal tells. Undefined if it may be about the message. */
function refusalMend({ messages }: Told): string | undefined {
  const refused = messages.filter(({ isForged, isTaken }) => !isForged && !isTaken);
  const mends = refused.map(statusMend);
  return mends.find((mend) => mend !== undefined);
}

function statusMend({ method, status }: Message): string | undefined {
  if (status === null || status >= 500) return handlerFailed;
  return unreadMend({ method, status, body: '' });
}
