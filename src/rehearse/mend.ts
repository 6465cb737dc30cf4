import { bookOnce, handlerFailed } from '../audit/answer-words.ts';
import { brokeOff, noAnswerMend } from '../audit/no-answer.ts';
import { countOnce } from '../audit/state.ts';
import { unreadMend } from '../audit/unread.ts';
import type { Message, Outcome } from './outcome.ts';

type Told = Pick<Outcome, 'problem' | 'customer' | 'order' | 'state' | 'messages'>;

/** How to fix what is wrong with an order: first what your app answered, then what this customer is for. */
export function mendOf(outcome: Told): string {
  const { problem, customer, order, state } = outcome;
  switch (problem?.kind) {
    case 'doubled':
      return bookOnce;
    case 'lost':
      return state?.isPaid ? countOnce : lostMend(outcome);
    case 'late':
      return 'Record the payment before you answer the message, or give the queue that records it more workers.';
    case 'broken':
      if (order === undefined) return 'Look in the log of your app for why it could not create the order.';
      return problem.message ? brokenMend(problem.message) : fixFirst;
    default:
      return customer.mend;
  }
}

const fixFirst = 'Fix that first, then rehearse again. If your app has ended, its log shows why.';
const answerAll =
  'Answer genuine messages with 2xx (a GET also with 3xx), repeats like the first one, and forged ones with 400.';

function brokenMend(message: Message): string {
  const mend = answerMend(message);
  return hasFailed(mend) ? `${mend} ${answerAll}` : (mend ?? answerAll);
}

/** A forgery may have left the order in a state in which the handler fails on the genuine message. */
function lostMend({ customer, messages }: Told): string {
  const mend = messagesThatPay(messages)
    .filter(({ isTaken }) => !isTaken)
    .map(answerMend)
    .find((each) => each !== undefined);
  if (mend === undefined) return customer.mend;
  const wasForged = hasFailed(mend) && messages.some(({ isForged }) => isForged);
  return wasForged ? `${mend} If the forgery changed the order: ${customer.mend}` : mend;
}

/** The genuine callbacks, or the returns if there are none. */
function messagesThatPay(messages: readonly Message[]): readonly Message[] {
  const genuine = messages.filter(({ isForged }) => !isForged);
  const callbacks = genuine.filter(({ what }) => what === 'callback');
  return callbacks.length > 0 ? callbacks : genuine;
}

/** What an answer that refuses a message tells. Undefined if it may be about the message itself. */
function answerMend({ what, method, status, error }: Message): string | undefined {
  if (status === null) return noAnswerMend(what, error);
  return status >= 500 ? handlerFailed : unreadMend({ method, status, body: '' });
}

function hasFailed(mend: string | undefined): boolean {
  return mend === handlerFailed || mend === brokeOff;
}
