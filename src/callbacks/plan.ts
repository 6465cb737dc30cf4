import type { Runtime } from '../runtime/runtime.ts';
import type { Tampering } from '../settings/delivery.ts';
import type { DeliveryChoice } from './choice.ts';
import { callbackMessage, type Finished, type Message } from './signed.ts';

/** With `return-first`, the longest that a callback waits for a browser that never returns. */
const returnPatienceMs = 30_000;
/** With `return-first`, the wait after the browser was sent back, so that the return arrives first. */
const momentMs = 1000;

/** A callback that is due, and its first status. */
export interface Planned {
  readonly message: Message;
  readonly tamper: Tampering | null;
  readonly copies: number;
  readonly status: 'pending' | 'held' | 'dropped';
  /** Milliseconds until the first attempt, even if the browser never returns. */
  readonly attemptAfterMs: number;
  /** Milliseconds from the browser's return to the first attempt. Null if it does not wait for the return. */
  readonly afterReturnMs: number | null;
}

/**
 * The callbacks that a finished checkout owes, in outbox order. Empty when the gateway sends none. A forged
 * callback replaces the genuine one, which is held. Has no side effects: the outbox executes the plan, and
 * the tester's preview shows it.
 */
export function plannedCallbacks(runtime: Runtime, finished: Finished, choice: DeliveryChoice): Planned[] {
  const isCard = finished.gateway.callback.to === 'return_url';
  if (isCard && runtime.settings.current.card.callback === 'browser') return [];
  const genuine = callbackMessage(runtime, finished);
  if (!genuine) return [];
  const { tamper } = choice;
  const forged = tamper && callbackMessage(runtime, finished, tamper);
  if (!forged) return [planned(runtime, genuine, choice, null)];
  const held = { ...choice, hold: true, copies: 1 };
  return [planned(runtime, forged, choice, tamper), planned(runtime, genuine, held, null)];
}

function planned(
  runtime: Runtime,
  message: Message,
  choice: DeliveryChoice,
  tamper: Tampering | null,
): Planned {
  const status = firstStatus(runtime, choice);
  return {
    message,
    tamper,
    copies: status === 'dropped' ? 1 : choice.copies,
    status,
    attemptAfterMs: attemptAfterMs(choice),
    afterReturnMs: choice.order === 'return-first' && choice.browser ? choice.delayMs || momentMs : null,
  };
}

/** With `return-only` the callback counts as lost but stays on record, so that it can still be sent. */
function firstStatus(runtime: Runtime, { order, hold }: DeliveryChoice): Planned['status'] {
  if (order === 'return-only') return 'dropped';
  return hold || runtime.settings.current.callback.mode === 'manual' ? 'held' : 'pending';
}

function attemptAfterMs({ order, delayMs, browser }: DeliveryChoice): number {
  if (order !== 'return-first') return delayMs;
  return browser ? returnPatienceMs : delayMs || momentMs;
}
