import { answers, bookOnce, type Ending, refusalOf } from './answer-words.ts';
import { mayNeedLogin } from './login.ts';
import type { Exchange, Payment, Step } from './payment.ts';
import type { Stage } from './stage.ts';
import { countOnce, isRecorded, leavePaid, reads, type State } from './state.ts';
import type { Finding } from './verdict.ts';
import { isRedirect } from './visit.ts';

/**
 * For `genuine`: the result pays the order, and the customer's browser gets an answer. `early` is the state after
 * the callback, before the return, which may have paid if the callback was refused.
 */
export async function mustPay({ steps }: Stage, payment: Payment, early?: State): Promise<Finding> {
  const results = resultSteps(steps);
  const isHeard = results.some(({ answer }) => answer.status !== null);
  const state = isHeard ? await payment.stateWhenPaid() : undefined;
  const hasPaid = early !== undefined && isRecorded(early);
  const finding =
    refusalIn(results, { state: payment.hasCallback ? early : state }) ??
    (hasPaid && state && !state.isPaid ? undone(steps, early, state) : paidBy(results, state));
  const lost = steps.find((step) => step.what === 'return' && step.answer.status === null);
  const isPaid = hasPaid || (state && isRecorded(state));
  if (lost && finding.verdict !== 'fail') return { ...failure(lost, { state }), isPaid };
  const ignored =
    !payment.hasCallback && !state?.isPaid && finding.verdict === 'fail' && results.every(isTaken);
  return { ...finding, ...(ignored && { mend: onlyReturn }), isPaid };
}

const onlyReturn =
  'The sandbox sends no callback for cards, because its setting card.callback is "browser". Mark the order paid when the customer returns, or set card.callback to "both".';

/** The messages that must pay: the callback, or the return if the sandbox sends no callback. */
export function resultSteps(steps: readonly Step[]): readonly Step[] {
  const callbacks = steps.filter(({ what }) => what === 'callback');
  return callbacks.length > 0 ? callbacks : steps;
}

/** For a paid order: your app accepted every message, and recorded the payment once. */
export async function mustBePaidOnce(steps: readonly Step[], payment: Payment): Promise<Finding> {
  const first = await (steps.some(isRefused) ? payment.state() : payment.stateWhenPaid());
  const finding = refusalIn(steps, { state: first }) ?? paidBy(steps, first);
  if (finding.verdict === 'fail') return finding;
  const state = await payment.state();
  if (first?.isPaid && state && !state.isPaid) return undone(steps, first, state);
  const twice = state && bookedTwice(state);
  if (twice || finding.verdict === 'open') return twice ?? finding;
  if (state?.timesPaid === undefined)
    return open(
      'The order is paid. How often it was recorded is left open: the check returns no "paid_times".',
    );
  return pass(`${answers(steps)}; the order is paid, once.`);
}

/** For an order that was paid, and that a later message or a late job has changed. */
function undone(steps: readonly Step[], first: State, state: State): Finding {
  return {
    ...fail(`${answers(steps)}; the order read ${quoted(first)}, and reads ${quoted(state)} now.`),
    mend: leavePaid,
  };
}

/** For a paid order whose messages were accepted: it is paid, and counts a payment if the answer says how many. */
function paidBy(steps: readonly Step[], state: State | undefined): Finding {
  if (!state) return open(`${answers(steps)}. Whether the order is paid is left open: no check was given.`);
  if (state.isPaid && !isRecorded(state)) return uncounted(steps, state);
  if (!state.isPaid) return unseenPayment(steps) ?? unpaid(steps, state);
  return unseenPage(steps) ?? pass(`${answers(steps)}; the order is paid.`);
}

/** For an order that reads paid, although your app has not recorded the payment. */
export function uncounted(steps: readonly Step[], state: State): Finding {
  return { ...fail(`${answers(steps)}; ${reads(state)}.`), mend: countOnce };
}

/** A GET counts as delivered with a redirect, which your app may have sent before it read the message. */
function unpaid(steps: readonly Step[], state: State): Finding {
  const told = `${answers(steps)}, and ${reads(state)}`;
  if (state.timesPaid) return { ...fail(`${told}.`), mend: leavePaid };
  const redirect = steps.find(({ what, answer }) => what === 'callback' && isRedirect(answer.status));
  if (!redirect) return { ...fail(`${told}.`), isPaid: false };
  const { location } = redirect.answer;
  const [to = ''] = location?.split('?') ?? ['nowhere'];
  const why = `The callback was redirected to ${to}, and the gateway follows no redirect.`;
  const finding = { ...fail(`${told}. ${why}`), isPaid: false };
  return isPassedOn.test(location ?? '') ? { ...finding, mend: readFirst } : finding;
}

/** A redirect that hands the message on to another page. */
const isPassedOn = /[?&]hashed=|hashed%3D/i;

const readFirst =
  'Read the callback at the address that it is sent to, before any redirect. If you did not mean to redirect it, look for a trailing slash, a redirect to https, or a login on its way.';

/** A genuine message that your app has not accepted. */
export function refusalIn(steps: readonly Step[], ending: Ending = {}): Finding | undefined {
  const at = steps.findIndex(isRefused);
  const refused = steps[at];
  if (!refused) return undefined;
  const isRepeat = steps.slice(0, at).some(isTakenCallback);
  // What came after a return may have paid.
  const isKnown = refused.what === 'callback' || at === steps.length - 1;
  return failure(refused, { ...ending, state: isKnown ? ending.state : undefined, isRepeat });
}

function isTakenCallback(step: Step): boolean {
  return step.what === 'callback' && isTaken(step);
}

function failure(step: Step, ending: Ending): Finding {
  return { verdict: 'fail', ...refusalOf(step, ending) };
}

export function isRefused(step: Step): boolean {
  return !isTaken(step) && !mayNeedLogin(step);
}

/** If the customer's page may need a login, whether it shows an error. */
export function unseenPage(steps: readonly Step[]): Finding | undefined {
  if (!steps.some(mayNeedLogin)) return undefined;
  return open(
    `${answers(steps)}. The return page may need a login, and the audit has none: what the customer sees is left open.`,
  );
}

/** If only returns that may need a login could have paid the order, whether they do. */
function unseenPayment(steps: readonly Step[]): Finding | undefined {
  if (!onlyLogins(steps)) return undefined;
  return open(
    `${answers(steps)}. The return page may need a login, and the audit has none: whether the return pays the order is left open.`,
  );
}

/** Whether your app may have asked for a login instead of reading any of these messages. */
function onlyLogins(steps: readonly Pick<Step, 'what' | 'answer'>[]): boolean {
  return steps.length > 0 && steps.every(mayNeedLogin);
}

/** Accepted: POST with 2xx, GET with 2xx or 3xx. Customers must see a page, and no error. */
export function isTaken({ what, method, answer: { status, error } }: Exchange): boolean {
  if (status === null || status < 200 || (what === 'return' && error !== null)) return false;
  return status < (what === 'return' || method === 'GET' ? 400 : 300);
}

export function pass(reason: string): Finding {
  return { verdict: 'pass', reason };
}

export function fail(reason: string): Finding {
  return { verdict: 'fail', reason };
}

export function open(reason: string): Finding {
  return { verdict: 'open', reason };
}

export function bookedTwice({ timesPaid = 0 }: State): Finding | undefined {
  if (timesPaid <= 1) return undefined;
  return { ...fail(`The payment was recorded ${timesPaid} times.`), mend: bookOnce };
}

export function quoted({ word }: State): string {
  return JSON.stringify(word);
}
