import { journalEvent } from '../../journal/journal-event.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { LoggedRequest } from '../../store/requests.ts';

/** The events of a request that has a fault, up to the fault: seldom more than a few expiries. */
const eventsLookedAt = 50;

/** Whether a fault kept the answer to a request that was executed. */
export function isResponseLost({ store }: Runtime, request: LoggedRequest): boolean {
  const { fault, status, transactionId, afterEvent } = request;
  if (fault === null || status === 0) return false;
  if (transactionId !== null && store.transactions.get(transactionId)?.answerLost === fault) return true;
  const events = store.events.after(afterEvent, eventsLookedAt);
  // If the first ones are no longer kept, the next fault may be another request's.
  if (events[0]?.id !== afterEvent + 1) return false;
  const fired = events.find(({ type }) => type === 'fault.fired');
  return fired !== undefined && keepsAnswer(journalEvent(fired).effect);
}

function keepsAnswer(effect: unknown): boolean {
  if (typeof effect !== 'object' || effect === null) return false;
  return ('reset' in effect || 'hang' in effect) && 'after' in effect && effect.after === true;
}
