import { callbackEnds } from '../journal/event-type.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { settingMs } from '../settings/settings.ts';
import type { DeliveryChoice } from './choice.ts';

const newestTwo = { before: Number.MAX_SAFE_INTEGER, limit: 2 };

/**
 * For the order `callback-first`, resolves when the first attempt has ended or timed out. Resolves at once
 * for any other order and when no callback is sent automatically.
 */
export async function callbackFirst(
  { store, journal, settings }: Runtime,
  [first]: readonly number[],
  { order, delayMs }: DeliveryChoice,
): Promise<void> {
  if (order !== 'callback-first' || first === undefined) return;
  const isOver = () =>
    store.callbacks.get(first)?.status !== 'pending' ||
    // A callback has at most one attempt under way, so if any attempt has ended, one of the newest two has.
    store.callbacks.attempts(first, newestTwo).some(({ durationMs }) => durationMs !== null) ||
    undefined;
  const wants = { transactionId: store.callbacks.get(first)?.transactionId, types: callbackEnds };
  await journal.waits.wait(
    { words: `first attempt of ${first}`, wants, look: isOver },
    { waitMs: delayMs + settingMs(settings.current.callback.timeout) },
  );
}
