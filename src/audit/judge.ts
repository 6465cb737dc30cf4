import type { Answer } from '../net/call.ts';
import type { Exchange, Payment, Step } from './payment.ts';
import type { Stage } from './stage.ts';
import type { State } from './state.ts';
import type { Finding } from './verdict.ts';

/** For a paid order: your app accepted every message, and recorded the payment once. */
export async function mustBePaidOnce(steps: readonly Step[], payment: Payment): Promise<Finding> {
  const finding = await mustBePaid(steps, payment);
  if (finding.verdict !== 'pass') return finding;
  const state = await payment.state();
  if (state?.timesPaid === undefined)
    return open(
      'The order is paid. How often it was recorded is left open: the check returns no "paid_times".',
    );
  return bookedTwice(state) ?? pass(`${answers(steps)}; the order is paid, once.`);
}

/** For a paid order: your app accepted every message, and the order is paid. */
export async function mustBePaid(steps: readonly Step[], payment: Payment): Promise<Finding> {
  const refused = steps.find((step) => !isTaken(step));
  if (refused) return fail(refusalOf(refused));
  const state = await payment.stateWhenPaid();
  if (!state) return open(`${answers(steps)}. Whether the order is paid is left open: no check was given.`);
  if (!state.isPaid) return fail(`${answers(steps)}, and the order reads ${quoted(state)}.`);
  return pass(`${answers(steps)}; the order is paid.`);
}

/** For messages that prove no payment: the handler must survive and the order stay unpaid. */
export async function mustStayUnpaid(stage: Stage, payment: Payment, told: string): Promise<Finding> {
  const { steps, genuine } = stage;
  const broken = steps.find(({ answer }) => answer.status === null || answer.status >= 500);
  if (broken) return fail(`The handler broke on ${told}: ${answers([broken])}.`);
  const state = await payment.state();
  if (!state) return open(leftOpen(steps, told));
  if (state.isPaid) return fail(`The order is paid after ${told}.`);
  if (genuine && genuine.verdict !== 'pass')
    return open(
      'The order is not paid; yet a genuine callback does not pay it either, so this proves nothing.',
    );
  return pass(`${answers(steps)}; the order reads ${quoted(state)}.`);
}

/** For forgeries: additionally, a genuine message afterwards must still pay the order. */
export async function mustBeRefused(stage: Stage, payment: Payment, told: string): Promise<Finding> {
  const finding = await mustStayUnpaid(stage, payment, told);
  if (finding.verdict !== 'pass') return finding;
  const answer = await payment.callback();
  // Another case tests whether the callback alone pays.
  if (!(await payment.stateWhenSettled())?.isPaid) await payment.comeBack();
  const paid = await payment.stateWhenPaid();
  const state = paid?.isPaid ? await payment.state() : paid;
  if (!state?.isPaid)
    return fail(
      `The order no longer works after ${told}: the genuine callback ${did(answer)}, and the order reads ${state && quoted(state)}.`,
    );
  return bookedTwice(state) ?? pass(`${finding.reason.slice(0, -1)}, and paid after the genuine callback.`);
}

/** Accepted: POST with 2xx, GET with 2xx or 3xx. Customers must not see an error page. */
export function isTaken({ what, method, answer: { status } }: Exchange): boolean {
  if (status === null || status < 200) return false;
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
  return timesPaid > 1 ? fail(`The payment was recorded ${timesPaid} times.`) : undefined;
}

export function quoted({ word }: State): string {
  return JSON.stringify(word);
}

/** Such as `Callback answered 200, return answered 303`, with a count for repeats. */
export function answers(steps: readonly Step[]): string {
  const counts = new Map<string, number>();
  for (const { what, answer } of steps) {
    const words = `${what} ${did(answer)}`;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const text = [...counts].map(([words, count]) => (count === 1 ? words : `${count} × ${words}`)).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function did({ status, error }: Answer): string {
  return error === null ? `answered ${status}` : `got no answer (${error})`;
}

function refusalOf(step: Step): string {
  const { what, answer } = step;
  const said = answer.body.replace(/\s+/g, ' ').trim().slice(0, 120);
  const words = said === '' || said.startsWith('<') ? '' : ` ${JSON.stringify(said)}`;
  if (what === 'return')
    return `The customer, who has paid, came back to a page that ${did(answer)}${words}.`;
  return `A genuine callback ${did(answer)}${words}: for the gateway it is not delivered.`;
}

function leftOpen(steps: readonly Step[], told: string): string {
  const last = steps.at(-1);
  const taken = last !== undefined && isTaken(last);
  const heard = taken ? `${answers(steps)}, as to a genuine one` : `${answers(steps)}: it noticed ${told}`;
  return `${heard}. Whether the order stayed unpaid is left open: no check was given.`;
}
