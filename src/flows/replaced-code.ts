import type { Runtime } from '../runtime/runtime.ts';
import { settingHint } from '../settings/setting-hint.ts';
import { firstPage } from '../store/statements.ts';
import type { Otp, Phone } from '../store/verifications.ts';

/**
 * Two verify calls from one click are at most this far apart. The same as the default of `otp.repeat_window`
 * in the profile `compatible`.
 */
const atOnceMs = 5000;

/**
 * A hint for a code that would be valid if a second verify, sent right after the first, hadn't replaced it.
 */
export function replacedCodeHint({ store }: Runtime, phone: Phone, code: string): string | undefined {
  const { accountId, mode, gateway, mobileNumber } = phone;
  const newestFirst = store.verifications.otps({ accountId, gateway, mobileNumber }, firstPage);
  let next: Otp | undefined;
  for (const otp of newestFirst.filter((each) => each.mode === mode)) {
    const isReplaced = otp.code === code && otp.status === 'superseded';
    if (isReplaced && next && next.createdAt - otp.createdAt < atOnceMs) {
      return settingHint('keep the first code valid when verify is sent twice', 'otp.repeat_window');
    }
    next = otp;
  }
  return undefined;
}
