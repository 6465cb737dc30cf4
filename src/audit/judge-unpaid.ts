import type { Answer } from '../net/call.ts';
import { acceptCancel, answers, did, handlerFailed } from './answer-words.ts';
import { bookedTwice, fail, isRefused, isTaken, open, pass, quoted, refusalIn, unseenPage } from './judge.ts';
import { landsAt, mayNeedLogin } from './login.ts';
import type { Payment, Step } from './payment.ts';
import type { Stage } from './stage.ts';
import { countOnce, isRecorded, leavePaid, reads, type State } from './state.ts';
import { liftLimit, tooMany } from './unread.ts';
import { AuditError, type Finding } from './verdict.ts';

const noPage = 'A genuine return gets no further, so this proves nothing.';
const samePage = 'Genuine and forged returns all lead there, so this proves nothing: it may be a login page.';

const answerAll = `${handlerFailed} Answer a message that pays nothing with a status below 500 too, such as 400 for one that you reject.`;

const unread = 'A rate limit of your app has refused it unread, so this proves nothing.';

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
  const unseen = steps.filter((step) => isUnseen(step, genuine?.steps ?? []));
  const broken = steps.find((step) => isBroken(step) && !unseen.includes(step));
  const crash = broken && fail(`The handler broke on ${told}: ${answers([broken])}.`);
  const state = await (crash ? stateAfterCrash(payment) : payment.state());
  if (crash && !state?.isPaid && !state?.timesPaid)
    return { ...crash, ...(broken.answer.status !== null && { mend: answerAll }) };
  if (!state) return open(unseen.length > 0 ? `${answers(steps)}. ${noPage}` : leftOpen(steps, told));
  const breaking = broken ? `, on which the handler broke: ${answers([broken])}` : '';
  if (state.isPaid) return fail(`The order is paid after ${told}${breaking}.`);
  if (state.timesPaid)
    return fail(`The order reads ${quoted(state)}, and yet counts a payment after ${told}.`);
  if (genuine && !genuine.isPaid)
    return open('The order is not paid; yet genuine messages do not pay it either, so this proves nothing.');
  const reads = `${answers(steps)}; the order reads ${quoted(state)}.`;
  if (steps.some(({ answer }) => answer.status === tooMany))
    return { ...open(`${reads} ${unread}`), mend: liftLimit };
  if (unseen.length > 0) return open(`${reads} ${noPage}`);
  if (isLedAway(stage)) return open(`${reads} ${samePage}`);
  return pass(reads);
}

/** Its check may have ended with it. */
async function stateAfterCrash(payment: Payment): Promise<State | undefined> {
  try {
    return await payment.state();
  } catch (error) {
    if (!(error instanceof AuditError)) throw error;
    return undefined;
  }
}

/** For a cancel: additionally, your app accepts both messages, unless it also refuses those of a payment. */
export async function mustBeCanceled(stage: Stage, payment: Payment): Promise<Finding> {
  const finding = await mustStayUnpaid(stage, payment, 'a canceled payment');
  if (finding.mend === answerAll) return { ...finding, mend: `${handlerFailed} ${acceptCancel}` };
  if (finding.verdict === 'fail') return finding;
  const whenPassed = finding.verdict === 'pass' ? unseenPage(stage.steps) : undefined;
  const alwaysRefused = stage.genuine?.steps.filter(isRefused).map(({ what }) => what) ?? [];
  const steps = stage.steps.filter(({ what }) => !alwaysRefused.includes(what));
  return refusalIn(steps, { isCancel: true }) ?? whenPassed ?? finding;
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
  const settled = await payment.stateWhenSettled();
  // If the callback alone does not pay, `callback-only` fails.
  const needsReturn = payment.hasCallback && !genuine?.callbackPays && (!settled || !isRecorded(settled));
  if (needsReturn) await payment.comeBack();
  const paid = await payment.stateWhenPaid();
  const state = paid?.isPaid ? await payment.state() : paid;
  if (!state || !isRecorded(state))
    return {
      ...fail(
        `The order no longer works after ${told}: the genuine ${what} ${did(answer)}, and ${state && reads(state)}.`,
      ),
      mend: mendOf(answer, state),
    };
  if (finding.verdict === 'open') return bookedTwice(state) ?? finding;
  return (
    bookedTwice(state) ??
    pass(`${finding.reason.slice(0, -1)}, and paid after the genuine ${needsReturn ? 'return' : what}.`)
  );
}

/** Undefined if the advice of the case fits. */
function mendOf({ status }: Answer, state: State | undefined): string | undefined {
  if (state?.isPaid) return countOnce;
  if (state?.timesPaid) return leavePaid;
  return status === tooMany ? liftLimit : undefined;
}

/** Whether it is a return that got no further than the genuine ones. */
function isUnseen(step: Step, genuine: readonly Step[]): boolean {
  if (step.what !== 'return') return false;
  if (step.answer.status === null) return genuine.some(gotNoAnswer);
  return mayNeedLogin(step) && genuine.some((each) => mayNeedLogin(each) || gotNoAnswer(each));
}

function gotNoAnswer({ what, answer }: Step): boolean {
  return what === 'return' && answer.status === null;
}

function isBroken({ answer: { status } }: Step): boolean {
  return status === null || status >= 500;
}

function leftOpen(steps: readonly Step[], told: string): string {
  const last = steps.at(-1);
  const taken = last !== undefined && isTaken(last);
  const heard = taken ? `${answers(steps)}, as to a genuine one` : `${answers(steps)}: it noticed ${told}`;
  return `${heard}. Whether the order stayed unpaid is left open: no check was given.`;
}
