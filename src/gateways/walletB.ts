import type { OtpDefinition } from './definition.ts';
import { amount, code, customerIp, invoiceNo, processId } from './fields.ts';
import { mobileNumber } from './mobile-number.ts';

export const walletB = {
  flow: 'otp',
  currency: 'LYD',
  codeLength: 4,
  verifyFields: [
    mobileNumber({
      assumption: 'walletB.mobile-number',
      rule: '09 and 8 digits',
      pattern: '^09[0-9]{8}$',
      lenientPattern: '^0?9[0-9]{8}$',
      example: '0945678901',
    }),
    amount,
  ],
  confirmFields: [processId, code, amount, invoiceNo, customerIp],
  refusals: {
    wrongCode: { code: 'CONFIRMATION_ERROR', field: 'code', why: 'is not the code that was sent' },
    expired: { code: 'OTP_EXPIRED', field: 'code', why: 'has expired' },
    locked: {
      code: 'PHONE_NUMBER_IS_LOCKED',
      field: 'mobile_number',
      why: 'is locked after too many wrong codes',
    },
    otherAmount: { code: 'INVALID_INPUTS', field: 'amount', why: 'differs from the amount of verify' },
  },
  assumptions: [
    {
      id: 'walletB.mobile-number',
      question: 'mobile number of walletB',
      confidence: 'high',
      reason: '09 and 8 digits.',
    },
  ],
} satisfies OtpDefinition;
