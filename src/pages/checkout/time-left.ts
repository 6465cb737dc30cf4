import type { Runtime } from '../../runtime/runtime.ts';
import { settingMs } from '../../settings/settings.ts';

const warningMs = 120_000;

/** So long before the end the customer is warned: two minutes, or half of a lifetime that is shorter than four. */
export function warnsAtMs({ settings }: Runtime): number {
  return Math.min(warningMs, settingMs(settings.current.checkout.lifetime) / 2);
}
