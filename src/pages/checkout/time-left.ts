import type { Runtime } from '../../runtime/runtime.ts';
import { settingMs } from '../../settings/settings.ts';

const warningMs = 120_000;

/** Warns two minutes before the end, or at half of a lifetime shorter than four minutes. */
export function warnsAtMs({ settings }: Runtime): number {
  return Math.min(warningMs, settingMs(settings.current.checkout.lifetime) / 2);
}
