import { gateways } from '../gateways/index.ts';
import type { Currency } from '../protocol/vocabulary.ts';
import type { Otp } from '../store/verifications.ts';

/** The text message that the customer would read. */
export function otpMessage(otp: Pick<Otp, 'code' | 'amount' | 'gateway'>): {
  readonly ar: string;
  readonly en: string;
} {
  const { ar, en } = currencies[gateways[otp.gateway].currency];
  return {
    ar: `رمز التحقق: ${otp.code} لدفع ${otp.amount} ${ar}. لا تشاركه مع أحد.`,
    en: `Your verification code is ${otp.code} to pay ${otp.amount} ${en}. Do not share it with anyone.`,
  };
}

const currencies: Readonly<Record<Currency, { readonly ar: string; readonly en: string }>> = {
  LYD: { ar: 'د.ل', en: 'Libyan dinars' },
  USD: { ar: 'دولار', en: 'US dollars' },
};
