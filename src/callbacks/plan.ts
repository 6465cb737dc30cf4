import type { Runtime } from '../runtime/runtime.ts';
import type { Tampering } from '../settings/delivery.ts';
import type { DeliveryChoice } from './choice.ts';
import { callbackMessage, type Finished, type Message } from './signed.ts';

/** With `return-first`, the longest that a callback waits for a browser which never came back. */
const returnPatienceMs = 30_000;
/** With `return-first`, how long after the way back was shown the merchant has surely been asked for its page. */
const momentMs = 1000;

/** A callback that is owed: what is sent, and what becomes of it first. */
export interface Planned {
  readonly message: Message;
  readonly tamper: Tampering | null;
  readonly copies: number;
  readonly status: 'pending' | 'held' | 'dropped';
  /** Milliseconds to the first attempt, however long the browser stays away. */
  readonly attemptAfterMs: number;
  /** Milliseconds from the browser's return to the first attempt, where it waits for that. */
  readonly afterReturnMs: number | null;
}

/**
 * The callbacks that a finished checkout owes, in the order of the outbox: none when the gateway owes no callback. A forged one goes
 * out instead of the genuine one, which is held. Nothing is changed: the outbox takes the plan, and the tester's preview shows it.
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

/** `return-only`: the callback is lost, and yet on record, so that it can be sent after all. */
function firstStatus(runtime: Runtime, { order, hold }: DeliveryChoice): Planned['status'] {
  if (order === 'return-only') return 'dropped';
  return hold || runtime.settings.current.callback.mode === 'manual' ? 'held' : 'pending';
}

function attemptAfterMs({ order, delayMs, browser }: DeliveryChoice): number {
  if (order !== 'return-first') return delayMs;
  return browser ? returnPatienceMs : delayMs || momentMs;
}
