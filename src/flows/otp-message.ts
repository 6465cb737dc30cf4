import type { Otp } from '../store/verifications.ts';

/** The text message as the customer would read it. */
export function otpMessage(otp: Pick<Otp, 'code' | 'amount'>): { readonly ar: string; readonly en: string } {
  return {
    ar: `رمز التحقق الخاص بك هو ${otp.code} لدفع مبلغ ${otp.amount} دينار ليبي. لا تشاركه مع أحد.`,
    en: `Your verification code is ${otp.code} to pay ${otp.amount} Libyan dinars. Do not share it with anyone.`,
  };
}
