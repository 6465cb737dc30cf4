import type { Answer } from '../net/call.ts';
import type { Step } from './payment.ts';
import type { State } from './state.ts';

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

/** An attempt that was answered with a redirect also has an error. */
export function did({ status, error }: Answer): string {
  return status === null ? `got no answer (${error})` : `answered ${status}`;
}

interface Refusal {
  readonly reason: string;
  /** Undefined if the advice of the case fits. */
  readonly mend?: string;
}

/** What a genuine message that your app has not accepted means. `state`: the order's afterwards, if known. */
export function refusalOf(step: Step, state?: State): Refusal {
  return step.what === 'return' ? refusedReturn(step) : refusedCallback(step, state);
}

function refusedReturn({ url, answer }: Step): Refusal {
  if (answer.status !== null)
    return {
      reason: `The customer, who has paid, came back to a page that ${did(answer)}${quotedFrom(answer)}.`,
    };
  const [address = url] = url.split('?');
  return {
    reason: `The customer, who has paid, came back to ${address} and got no answer (${answer.error}).`,
    mend: 'Start what serves the return page, such as your frontend, or let --return-url name a page that runs.',
  };
}

function refusedCallback({ answer }: Step, state: State | undefined): Refusal {
  const { status } = answer;
  const isPaid = state?.isPaid ? ', although the order is paid' : '';
  const end = `for the gateway it is not delivered${isPaid}.`;
  if (status === null)
    return {
      reason: `A genuine callback ${did(answer)}: ${end}`,
      mend: 'Check that your app runs, listens at the address of the callback, and responds in time.',
    };
  const redirects = status >= 300 && status < 400;
  if (!redirects) return { reason: `A genuine callback ${did(answer)}${quotedFrom(answer)}: ${end}` };
  return {
    reason: `A genuine callback ${did(answer)}, and the gateway follows no redirect of a POST: ${end}`,
    mend: 'Respond to a callback with 200. If you did not mean to redirect it, look for a login, a trailing slash, or a redirect to https on its way.',
  };
}

function quotedFrom({ body }: Answer): string {
  const said = body.replace(/\s+/g, ' ').trim().slice(0, 120);
  return said === '' || said.startsWith('<') ? '' : ` ${JSON.stringify(said)}`;
}
