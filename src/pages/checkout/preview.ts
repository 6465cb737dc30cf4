import type { DeliveryChoice } from '../../callbacks/choice.ts';
import { type Planned, plannedCallbacks } from '../../callbacks/plan.ts';
import { type Finished, returnMessage } from '../../callbacks/signed.ts';
import { returnUrl, type Session } from '../../flows/session.ts';
import type { Outcome } from '../../gateways/definition.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Words } from '../words/words.ts';
import type { Preview, PreviewedCallback, PreviewedReturn, PreviewedTime } from './tool-models.ts';

type Times = Words['preview']['times'];

/** A hypothetical ending: the outcome, the payment method, and the delivery of the message. */
export interface Ending {
  readonly outcome: Outcome;
  readonly method: string | undefined;
  readonly choice: DeliveryChoice;
}

/**
 * What the merchant would receive if the session ended this way now. Uses the same functions as the real
 * delivery, and changes nothing.
 */
export function previewOf(
  runtime: Runtime,
  session: Session,
  ending: Ending,
  times: Times,
): Preview | undefined {
  const finished = finishedBy(runtime, session, ending);
  if (!finished) return undefined;
  const [planned] = plannedCallbacks(runtime, finished, ending.choice);
  return {
    callback: planned && callbackOf(planned, ending.choice, times),
    return: returnOf(runtime, finished, ending.choice, planned, times),
    returnComesFirst: ending.choice.order === 'return-first',
  };
}

/** The session as if it had ended this way: what `decide` would write and `finishedOf` would read. */
function finishedBy(
  runtime: Runtime,
  session: Session,
  { outcome, method, choice }: Ending,
): Finished | undefined {
  const { transaction, checkout, gateway } = session;
  const account = runtime.store.accounts.get(transaction.accountId);
  if (!account) return undefined;
  return {
    account,
    gateway,
    outcome,
    transaction: { ...transaction, paymentMethod: method ?? null },
    checkout: {
      ...checkout,
      returnsBrowser: choice.order !== 'callback-only',
      tamper: choice.tamper ?? null,
    },
  };
}

function callbackOf(planned: Planned, choice: DeliveryChoice, times: Times): PreviewedCallback {
  const { message, tamper, copies } = planned;
  const { method, url, body, signedString, hashed } = message;
  return {
    ...timeOfCallback(planned, choice, times),
    copies,
    isForged: tamper !== null,
    method,
    url,
    body,
    signedString,
    hashed,
  };
}

function timeOfCallback(
  { status, afterReturnMs, attemptAfterMs }: Planned,
  { order }: DeliveryChoice,
  times: Times,
): PreviewedTime {
  if (status === 'dropped') return { when: times.lost, after: undefined };
  if (status === 'held') return { when: times.held, after: undefined };
  if (afterReturnMs !== null) return { when: times.afterReturn, after: durationText(afterReturnMs, times) };
  if (order === 'callback-first') return { when: times.beforeReturn, after: undefined };
  if (attemptAfterMs === 0) return { when: times.atOnce, after: undefined };
  return { when: times.after, after: durationText(attemptAfterMs, times) };
}

function returnOf(
  runtime: Runtime,
  finished: Finished,
  { order }: DeliveryChoice,
  callback: Planned | undefined,
  times: Times,
): PreviewedReturn {
  if (!finished.checkout.returnsBrowser)
    return { when: times.never, after: undefined, url: undefined, signed: undefined };
  const url = returnUrl(runtime, finished);
  const message = returnMessage(runtime, finished);
  const waits = order === 'callback-first' && callback?.status === 'pending';
  const byItself = finished.gateway.return.atOnce ? times.atOnce : times.byButton;
  return {
    when: waits ? times.afterCallback : byItself,
    after: undefined,
    url,
    // If the settings leave the result to the callback, the return is the merchant's bare address, unsigned.
    signed: url === message.url ? message : undefined,
  };
}

function durationText(ms: number, { seconds, milliseconds }: Times): string {
  return ms % 1000 === 0 ? `${ms / 1000} ${seconds}` : `${ms} ${milliseconds}`;
}
