import { beginning } from '../host/beginning.ts';
import type { Answer } from '../net/call.ts';
import { asksForPassword } from './login.ts';
import { noAnswerMend } from './no-answer.ts';
import type { Step } from './payment.ts';
import type { State } from './state.ts';
import { type Answered, ifCsrf, liftLimit, namesCsrf, tooMany, unreadMend } from './unread.ts';
import { isRedirect, type Visited } from './visit.ts';

/** Such as `Callback answered 200, return answered 303`, with a count for repeats. */
export function answers(steps: readonly Step[]): string {
  const counts = new Map<string, number>();
  for (const { what, answer } of steps) {
    const words = `${what} ${what === 'return' ? showed(answer) : did(answer)}`;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const text = [...counts].map(([words, count]) => (count === 1 ? words : `${count} × ${words}`)).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An attempt that was answered with a redirect also has an error. */
export function did({ status, error }: Answer): string {
  return status === null ? `got no answer (${error})` : `answered ${status}`;
}

/** The same for a page, with where the audit's browser ended. */
function showed(answer: Visited): string {
  const { status, error, location, landed } = answer;
  if (status === null) return `got no answer (${error})`;
  const at = landed === undefined ? '' : ` at ${landed}`;
  if (error !== null) return `answered ${status}${at} (${error})`;
  const [elsewhere] = location?.split('?') ?? [];
  const isLeft = isRedirect(status) && elsewhere !== undefined;
  if (asksForPassword(answer)) return `answered ${status}${at} with a password field`;
  return `answered ${status}${at}${isLeft ? ` (a redirect to ${elsewhere}, another host, which the audit does not open)` : ''}`;
}

interface Refusal {
  readonly reason: string;
  /** Undefined if the advice of the case fits. */
  readonly mend?: string | undefined;
}

/** How an order stands after a genuine message that your app has not accepted. */
export interface Ending {
  /** The order's state, if known. */
  readonly state?: State | undefined;
  /** Whether your app has accepted a genuine callback about the order before. */
  readonly isRepeat?: boolean;
  /** Whether the customer has canceled, not paid. */
  readonly isCancel?: boolean;
}

export const bookOnce =
  "Mark the order paid with one conditional update, such as UPDATE … SET status = 'paid' WHERE invoice_no = ? AND status <> 'paid', and act only if it changed a row; respond to a repeat as you did the first time.";
export const acceptCancel =
  'A cancel is a genuine message too: respond with 2xx (a GET also with 3xx), show the customer a page, and leave the order unpaid.';
const pageFails =
  'The payment is recorded, and only the page fails: see your app’s log. Show the customer a page also if the order is already paid.';
export const handlerFailed = 'The handler failed: see your app’s log.';
const failsLater =
  'The payment was recorded, then the handler failed: see your app’s log. Respond with 200 first, and send mail and the like afterwards.';

/** What a genuine message that your app has not accepted means. */
export function refusalOf(step: Step, ending: Ending): Refusal {
  return step.what === 'return' ? refusedReturn(step, ending) : refusedCallback(step, ending);
}

function refusedReturn({ url, answer }: Step, ending: Ending): Refusal {
  const customer = `The customer, who has ${ending.isCancel ? 'canceled' : 'paid'}, came back to`;
  if (answer.status !== null)
    return {
      reason: `${customer} a page that ${showed(answer)}${quotedFrom(answer)}.`,
      mend: returnMend(answer.status, ending),
    };
  const [address = url] = url.split('?');
  return {
    reason: `${customer} ${address} and got no answer (${answer.error}).`,
    mend: noAnswerMend('return', answer.error),
  };
}

function refusedCallback({ method, answer }: Step, ending: Ending): Refusal {
  const { status, body } = answer;
  const isPaid = ending.state?.isPaid ? ', although the order is paid' : '';
  const end = `for the gateway it is not delivered${isPaid}.`;
  const name = ending.isCancel ? 'The genuine callback of a cancel' : 'A genuine callback';
  if (status === null)
    return {
      reason: `${name} ${did(answer)}: ${end}`,
      mend: noAnswerMend('callback', answer.error),
    };
  const redirects = status >= 300 && status < 400;
  if (!redirects)
    return {
      reason: `${name} ${did(answer)}${quotedFrom(answer)}: ${end}`,
      mend: refusalMend({ method, status, body }, ending),
    };
  return {
    reason: `${name} ${did(answer)}, and the gateway follows no redirect of a POST: ${end}`,
    mend: 'Respond to a callback with 200. If you did not mean to redirect it, look for a login, a trailing slash, or a redirect to https on its way.',
  };
}

function refusalMend(answer: Answered, ending: Ending): string | undefined {
  const mend = unreadMend(answer) ?? callbackMend(answer.status, ending);
  return mend ?? (namesCsrf(answer) ? `${ifCsrf} ${otherwise}` : undefined);
}

const otherwise =
  'If your handler refused it, compare the hashed that it computes: `gateway-sandbox verify` shows what differs.';

function returnMend(status: number, { state, isRepeat, isCancel }: Ending): string | undefined {
  if (status === tooMany) return liftLimit;
  if (isCancel) return acceptCancel;
  return (state?.isPaid ?? isRepeat) ? pageFails : crashMend(status);
}

function callbackMend(status: number, { state, isRepeat, isCancel }: Ending): string | undefined {
  if (isCancel) return acceptCancel;
  if (isRepeat && state?.isPaid !== false) return status >= 500 ? `${handlerFailed} ${bookOnce}` : bookOnce;
  if (state?.isPaid) return status >= 500 ? failsLater : bookOnce;
  return crashMend(status);
}

function crashMend(status: number): string | undefined {
  return status >= 500 ? handlerFailed : undefined;
}

function quotedFrom({ body }: Answer): string {
  const said = beginning(body.replace(/\s+/g, ' ').trim(), 120);
  return said === '' || said.startsWith('<') ? '' : ` ${JSON.stringify(said)}`;
}
