import type { DeliveryChoice } from '../callbacks/choice.ts';
import { magicOrder } from '../faults/magic.ts';
import { callbackEnds } from '../journal/event-type.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { settingMs } from '../settings/settings.ts';

/** The order of callback and return where nobody chooses one: the invoice number's magic prefix, else the setting. */
export function usualOrder({ settings }: Runtime, invoiceNo: string): DeliveryChoice['order'] {
  return magicOrder(invoiceNo) ?? settings.current.callback.order;
}

type Asked = { readonly [Name in keyof DeliveryChoice]?: DeliveryChoice[Name] | undefined };

/** What was asked for, and what is usual for the rest. */
export function deliveryChoice(runtime: Runtime, invoiceNo: string, asked: Asked): DeliveryChoice {
  const { callback } = runtime.settings.current;
  return {
    order: asked.order ?? usualOrder(runtime, invoiceNo),
    delayMs: asked.delayMs ?? settingMs(callback.delay),
    copies: asked.copies ?? callback.copies,
    hold: asked.hold ?? callback.hold,
    tamper: asked.tamper,
    browser: asked.browser ?? false,
  };
}

/**
 * `callback-first`: settles when the first attempt has ended, or when its time is over; at once for any other order, and where
 * nothing goes out by itself.
 */
export async function callbackFirst(
  { store, journal, settings }: Runtime,
  [first]: readonly number[],
  { order, delayMs }: DeliveryChoice,
): Promise<void> {
  if (order !== 'callback-first' || first === undefined) return;
  const isOver = () =>
    store.callbacks.get(first)?.status !== 'pending' ||
    store.callbacks.attempts(first).some(({ durationMs }) => durationMs !== null) ||
    undefined;
  const wants = { transactionId: store.callbacks.get(first)?.transactionId, types: callbackEnds };
  await journal.waits.wait(
    { words: `first attempt of ${first}`, wants, look: isOver },
    { waitMs: delayMs + settingMs(settings.current.callback.timeout) },
  );
}
