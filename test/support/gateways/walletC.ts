import type { OtpDefinition } from '../../../src/gateways/definition.ts';
import { amount, code, customerIp, invoiceNo, processId } from '../../../src/gateways/fields.ts';
import { mobileNumber } from '../../../src/gateways/mobile-number.ts';

/** A fictional gateway: dollars, and five-digit codes. */
export const walletC = {
  flow: 'otp',
  currency: 'USD',
  codeLength: 5,
  verifyFields: [
    mobileNumber({
      assumption: 'walletC.mobile-number',
      rule: '097 and 7 digits',
      pattern: '^097[0-9]{7}$',
      example: '0971234567',
    }),
    amount,
  ],
  confirmFields: [processId, code, amount, invoiceNo, customerIp],
  refusals: {
    wrongCode: { code: 'CONFIRMATION_ERROR', field: 'code', why: 'is not the code that was sent' },
    expired: { code: 'OTP_EXPIRED', field: 'code', why: 'has expired' },
    locked: { code: 'PHONE_NUMBER_IS_LOCKED', field: 'mobile_number', why: 'is locked' },
    otherAmount: { code: 'INVALID_INPUTS', field: 'amount', why: 'differs from the amount of verify' },
  },
  assumptions: [
    {
      id: 'walletC.mobile-number',
      question: 'mobile number of walletC',
      confidence: '-',
      reason: '097 and 7 digits.',
    },
  ],
} satisfies OtpDefinition;
