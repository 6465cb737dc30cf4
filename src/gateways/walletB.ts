import { amount, code, customerIp, invoiceNo, mobileNumber, processId } from './fields.ts';
import type { OtpGateway } from './gateway.ts';

export const walletB: OtpGateway = {
  token: 'walletB',
  flow: 'otp',
  currency: 'LYD',
  verifyFields: [mobileNumber('09 and 8 digits', '^09[0-9]{8}$', '^0?9[0-9]{8}$'), amount],
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
};
