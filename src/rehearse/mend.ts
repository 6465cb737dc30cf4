import { bookOnce, handlerFailed, respondInTime, startPage } from '../audit/answer-words.ts';
import { certificateMend } from '../audit/certificate.ts';
import { countOnce } from '../audit/state.ts';
import { unreadMend } from '../audit/unread.ts';
import type { Message, Outcome } from './outcome.ts';

type Told = Pick<Outcome, 'problem' | 'customer' | 'order' | 'state' | 'messages'>;

/** How to fix what is wrong with an order: first what your app answered, then what this customer is for. */
export function mendOf(outcome: Told): string {
  const { problem, customer, state } = outcome;
  switch (problem?.kind) {
    case 'doubled':
      return bookOnce;
    case 'lost':
      return state?.isPaid ? countOnce : lostMend(outcome);
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
  const { order, state } = outcome;
  if (order === undefined) return 'Look in the log of your app for why it could not create the order.';
  if (state === undefined)
    return 'Fix that first: the order cannot be judged. If your app has ended, its log shows why.';
  const mend = refusalMend(outcome);
  return mend === handlerFailed ? `${handlerFailed} ${answerAll}` : (mend ?? answerAll);
}

/** A forgery may have left the order in a state in which the handler fails on the genuine message. */
function lostMend(outcome: Told): string {
  const { customer, messages } = outcome;
  const mend = refusalMend(outcome);
  if (mend === undefined) return customer.mend;
  const isForged = messages.some((message) => message.isForged);
  return mend === handlerFailed && isForged
    ? `${mend} If the forgery changed the order: ${customer.mend}`
    : mend;
}

/** What the refusal of a genuine message tells. Undefined if it may be about the message itself. */
function refusalMend({ messages }: Told): string | undefined {
  const refused = messages.filter(({ isForged, isTaken }) => !isForged && !isTaken);
  return refused.map(messageMend).find((mend) => mend !== undefined);
}

function messageMend({ what, method, status, error }: Message): string | undefined {
  if (status === null) return certificateMend(error) ?? (what === 'return' ? startPage : respondInTime);
  return status >= 500 ? handlerFailed : unreadMend({ method, status, body: '' });
}
