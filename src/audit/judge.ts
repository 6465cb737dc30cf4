import { answers, did, type Ending, refusalOf } from './answer-words.ts';
import { landsAt, mayNeedLogin } from './login.ts';
import type { Exchange, Payment, Step } from './payment.ts';
import type { Stage } from './stage.ts';
import type { State } from './state.ts';
import type { Finding } from './verdict.ts';

/** For `genuine`: the result pays the order, and the customer's browser gets an answer. */
export async function mustPay({ steps }: Stage, payment: Payment): Promise<Finding> {
  const results = resultSteps(steps);
  const isHeard = results.some(({ answer }) => answer.status !== null);
  const state = isHeard ? await payment.stateWhenPaid() : undefined;
  const finding = refusalIn(results, { state }) ?? paidBy(results, state);
  const lost = steps.find((step) => step.what === 'return' && step.answer.status === null);
  if (lost && finding.verdict !== 'fail') return { ...failure(lost, { state }), isPaid: state?.isPaid };
  const ignored = !payment.hasCallback && finding.verdict === 'fail' && results.every(isTaken);
  return { ...finding, ...(ignored && { mend: onlyReturn }), isPaid: state?.isPaid };
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
  const twice = state && bookedTwice(state);
  if (twice || finding.verdict === 'open') return twice ?? finding;
  if (state?.timesPaid === undefined)
    return open(
      'The order is paid. How often it was recorded is left open: the check returns no "paid_times".',
    );
  return pass(`${answers(steps)}; the order is paid, once.`);
}

/** For a paid order whose messages were accepted: it is paid. */
function paidBy(steps: readonly Step[], state: State | undefined): Finding {
  if (!state) return open(`${answers(steps)}. Whether the order is paid is left open: no check was given.`);
  if (!state.isPaid)
    return unseenPayment(steps) ?? fail(`${answers(steps)}, and the order reads ${quoted(state)}.`);
  return unseenPage(steps) ?? pass(`${answers(steps)}; the order is paid.`);
}

/** A genuine message that your app has not accepted. */
export function refusalIn(steps: readonly Step[], ending: Ending = {}): Finding | undefined {
  const at = steps.findIndex(isRefused);
  const refused = steps[at];
  return refused && failure(refused, { ...ending, isRepeat: steps.slice(0, at).some(isTaken) });
}

function failure(step: Step, ending: Ending): Finding {
  return { verdict: 'fail', ...refusalOf(step, ending) };
}

function isRefused(step: Step): boolean {
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

const noPage = 'A genuine return gets no further, so this proves nothing.';
const samePage = 'Genuine and forged returns all lead there, so this proves nothing: it may be a login page.';

/** Whether a return led to the page to which every return leads. */
function isLedAway({ steps, genuine }: Stage): boolean {
  return steps.some((step) => landsAt(step, genuine?.landing));
}

/** For a return alone: whether it pays, or what the customer sees, if it led to a page that may be a login. */
export async function ledAway(stage: Stage, payment: Payment): Promise<Finding | undefined> {
  if (!isLedAway(stage) || (await payment.state())?.isPaid) return undefined;
  return open(`${answers(stage.steps)}. ${samePage}`);
}

/** For messages that prove no payment: the handler must survive and the order stay unpaid. */
export async function mustStayUnpaid(stage: Stage, payment: Payment, told: string): Promise<Finding> {
  const { steps, genuine } = stage;
  const unseen = genuine?.steps.some(isUnseen) ? steps.filter(isUnseen) : [];
  const broken = steps.find((step) => isBroken(step) && !unseen.includes(step));
  if (broken) return fail(`The handler broke on ${told}: ${answers([broken])}.`);
  const state = await payment.state();
  if (!state) return open(unseen.length > 0 ? `${answers(steps)}. ${noPage}` : leftOpen(steps, told));
  if (state.isPaid) return fail(`The order is paid after ${told}.`);
  if (state.timesPaid)
    return fail(`The order reads ${quoted(state)}, and yet counts a payment after ${told}.`);
  if (genuine && !genuine.isPaid)
    return open('The order is not paid; yet genuine messages do not pay it either, so this proves nothing.');
  const reads = `${answers(steps)}; the order reads ${quoted(state)}.`;
  if (unseen.length > 0) return open(`${reads} ${noPage}`);
  if (isLedAway(stage)) return open(`${reads} ${samePage}`);
  return pass(reads);
}

/** For a cancel: additionally, your app accepts both messages, unless it also refuses those of a payment. */
export async function mustBeCanceled(stage: Stage, payment: Payment): Promise<Finding> {
  const finding = await mustStayUnpaid(stage, payment, 'a canceled payment');
  if (finding.verdict === 'fail') return finding;
  const whenPassed = finding.verdict === 'pass' ? unseenPage(stage.steps) : undefined;
  const alwaysRefused = stage.genuine?.steps.filter(isRefused).map(({ what }) => what) ?? [];
  const steps = stage.steps.filter(({ what }) => !alwaysRefused.includes(what));
  return refusalIn(steps, { isCancel: true }) ?? whenPassed ?? finding;
}

/** For forgeries: additionally, a genuine message afterwards must still pay the order. */
export async function mustBeRefused(stage: Stage, payment: Payment, told: string): Promise<Finding> {
  return mustStillPay(stage, payment, await mustStayUnpaid(stage, payment, told), told);
}

/**
 * If the order has stayed unpaid: a genuine message pays it. A page that may be a login leaves open what a
 * return does, but not whether the callback still pays.
 */
export async function mustStillPay(
  { genuine }: Stage,
  payment: Payment,
  finding: Finding,
  told: string,
): Promise<Finding> {
  const isDecidable = payment.hasCallback && genuine?.isPaid;
  if (finding.verdict === 'fail' || (finding.verdict === 'open' && !isDecidable)) return finding;
  const what = payment.hasCallback ? 'callback' : 'return';
  const answer = payment.hasCallback ? await payment.callback() : await payment.comeBack();
  // Another case tests whether the callback alone pays.
  if (!(await payment.stateWhenSettled())?.isPaid) await payment.comeBack();
  const paid = await payment.stateWhenPaid();
  const state = paid?.isPaid ? await payment.state() : paid;
  if (!state?.isPaid)
    return fail(
      `The order no longer works after ${told}: the genuine ${what} ${did(answer)}, and the order reads ${state && quoted(state)}.`,
    );
  if (finding.verdict === 'open') return bookedTwice(state) ?? finding;
  return bookedTwice(state) ?? pass(`${finding.reason.slice(0, -1)}, and paid after the genuine ${what}.`);
}

/** Accepted: POST with 2xx, GET with 2xx or 3xx. Customers must see a page, and no error. */
export function isTaken({ what, method, answer: { status, error } }: Exchange): boolean {
  if (status === null || status < 200 || (what === 'return' && error !== null)) return false;
  return status < (what === 'return' || method === 'GET' ? 400 : 300);
}

function isUnseen(step: Step): boolean {
  return mayNeedLogin(step) || (step.what === 'return' && step.answer.status === null);
}

function isBroken({ answer: { status } }: Step): boolean {
  return status === null || status >= 500;
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
  return timesPaid > 1 ? fail(`The payment was recorded ${timesPaid} times.`) : undefined;
}

export function quoted({ word }: State): string {
  return JSON.stringify(word);
}

function leftOpen(steps: readonly Step[], told: string): string {
  const last = steps.at(-1);
  const taken = last !== undefined && isTaken(last);
  const heard = taken ? `${answers(steps)}, as to a genuine one` : `${answers(steps)}: it noticed ${told}`;
  return `${heard}. Whether the order stayed unpaid is left open: no check was given.`;
}
