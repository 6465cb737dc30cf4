import type { DeliveryChoice } from '../callbacks/choice.ts';
import { magicOrder } from '../faults/magic.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { settingMs } from '../settings/settings.ts';

/** The default order of callback and return: the invoice number's magic prefix, else the setting. */
export function usualOrder(
  { settings }: Pick<Runtime, 'settings'>,
  invoiceNo: string,
): DeliveryChoice['order'] {
  return magicOrder(invoiceNo) ?? settings.current.callback.order;
}

type Asked = { readonly [Name in keyof DeliveryChoice]?: DeliveryChoice[Name] | undefined };

/** The requested choices, with defaults for the rest. */
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
