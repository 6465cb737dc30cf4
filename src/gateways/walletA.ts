import type { OtpDefinition } from './definition.ts';
import { amount, birthYear, code, customerIp, invoiceNo, processId } from './fields.ts';
import { mobileNumber } from './mobile-number.ts';

export const walletA = {
  flow: 'otp',
  currency: 'LYD',
  codeLength: 6,
  verifyFields: [
    mobileNumber({
      assumption: 'walletA.mobile-number',
      rule: '091 or 093 and 7 digits',
      pattern: '^09[13][0-9]{7}$',
      lenientPattern: '^0?9[13][0-9]{7}$',
      example: '0912345678',
    }),
    birthYear,
    amount,
  ],
  confirmFields: [processId, code, amount, invoiceNo, customerIp],
  refusals: {
    // Spelled as the service spells it.
    wrongCode: { code: 'INVLIAD_OTP', field: 'code', why: 'is not the code that was sent' },
    expired: { code: 'OTP_EXPIRED', field: 'code', why: 'has expired' },
    locked: {
      code: 'PHONE_NUMBER_IS_LOCKED',
      field: 'mobile_number',
      why: 'is locked after too many wrong codes',
    },
    otherAmount: {
      code: 'INVALID_INVOICE_AMOUNT_OR_NUMBER',
      field: 'amount',
      why: 'differs from the amount of verify',
    },
  },
  assumptions: [
    {
      id: 'walletA.mobile-number',
      question: 'mobile number of walletA',
      confidence: 'high',
      reason: '091 or 093 and 7 digits.',
    },
  ],
} satisfies OtpDefinition;
