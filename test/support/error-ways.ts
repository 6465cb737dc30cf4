import { magicValues } from '../../src/faults/magic.ts';
import type { ErrorCode } from '../../src/protocol/errors.ts';
import type { TestSandbox } from './sandbox.ts';
import { send } from './send-form.ts';

/** How to trigger an error from the dashboard. */
interface Way {
  readonly endpoint: string;
  /** Makes the sandbox refuse, with the dashboard's tools. */
  readonly prepare?: (sandbox: TestSandbox) => Promise<unknown>;
  /** Fields and choices that differ from what the form offers. */
  readonly typed?: Readonly<Record<string, string>>;
  /** The check that fails. */
  readonly check: string;
}

const settings = (patch: unknown) => (sandbox: TestSandbox) => sandbox.control('settings', patch, 'PATCH');
const account = (patch: unknown) => (sandbox: TestSandbox) =>
  sandbox.control('accounts/demo', patch, 'PATCH');
const gateway = (change: unknown) => account({ gateways: { walletA: change, cardgw: change } });
const verified = (wallet: string) => async (sandbox: TestSandbox) => send(sandbox, `${wallet}/verify`);

/** A way to trigger each error code. */
export const ways: Readonly<Record<ErrorCode, Way>> = {
  MAINTENANCE_MODE: {
    endpoint: 'walletA/verify',
    prepare: settings({ maintenance_mode: true }),
    check: 'maintenance',
  },
  UNAUTHORIZED: { endpoint: 'walletA/verify', prepare: account({ approved: false }), check: 'keys' },
  DENIED_ACCESS_GATEWAY: {
    endpoint: 'walletA/verify',
    prepare: gateway({ allowed: false }),
    check: 'gateway allowed',
  },
  MISSING_PARAMETER: {
    endpoint: 'walletA/verify',
    prepare: gateway({ configured: false }),
    check: 'gateway configured',
  },
  INVALID_INPUTS: { endpoint: 'walletA/verify', typed: { 'field.birth_year': '90' }, check: 'fields' },
  BACKEND_ERROR: {
    endpoint: 'walletA/verify',
    prepare: (sandbox) => sandbox.control('faults', { effect: { code: 'BACKEND_ERROR' } }),
    check: 'fault',
  },
  FORBIDDEN_IP_ADDRESS: {
    endpoint: 'walletA/verify',
    prepare: account({ ip_whitelist: { enabled: true, entries: ['127.0.0.1'] } }),
    typed: { client_ip: '203.0.113.7' },
    check: 'ip',
  },
  TEST_MODE_NOT_SUPPORTED: {
    endpoint: 'walletA/verify',
    prepare: gateway({ test_mode: false }),
    check: 'test mode',
  },
  TOO_MAY_REQUESTS: {
    endpoint: 'walletA/verify',
    prepare: async (sandbox) => {
      await settings({ rate_limit: { requests: 1, period: '1m' } })(sandbox);
      await send(sandbox, 'walletA/verify');
    },
    check: 'rate',
  },
  INVALID_AMOUNT_FORMAT: { endpoint: 'walletA/verify', typed: { 'field.amount': '1.234' }, check: 'amount' },
  AMOUNT_NOT_ALLOWED: { endpoint: 'walletA/verify', typed: { 'field.amount': '0' }, check: 'amount' },
  AMOUNT_EXCEEDED_MAXIMUM: {
    endpoint: 'walletA/verify',
    typed: { 'field.amount': '500.01' },
    check: 'amount',
  },
  CURRENCY_NOT_SUPPORTED: {
    endpoint: 'cardgw/confirm',
    prepare: gateway({ currency: 'EUR' }),
    check: 'currency',
  },
  SANDBOX_TRANSACTION_LIMIT_EXCEEDED: {
    endpoint: 'cardgw/confirm',
    prepare: settings({ sandbox_transaction_limit: { transactions: 0, period: '1h' } }),
    check: 'business',
  },
  INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR: {
    endpoint: 'walletA/verify',
    typed: { 'field.mobile_number': magicNumber('walletA', 'INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR') },
    check: 'business',
  },
  NOT_SUBSCRIBED: {
    endpoint: 'walletB/verify',
    typed: { 'field.mobile_number': magicNumber('walletB', 'NOT_SUBSCRIBED') },
    check: 'business',
  },
  INVLIAD_OTP: {
    endpoint: 'walletA/confirm',
    prepare: verified('walletA'),
    typed: { 'field.code': '999999' },
    check: 'business',
  },
  CONFIRMATION_ERROR: {
    endpoint: 'walletB/confirm',
    prepare: verified('walletB'),
    typed: { 'field.code': '9999' },
    check: 'business',
  },
  OTP_EXPIRED: {
    endpoint: 'walletA/confirm',
    prepare: async (sandbox) => {
      await send(sandbox, 'walletA/verify');
      await sandbox.control('otps/1/expire', {});
    },
    typed: { 'field.process_id': '1000000000001' },
    check: 'business',
  },
  INVALID_INVOICE_AMOUNT_OR_NUMBER: {
    endpoint: 'walletA/confirm',
    prepare: verified('walletA'),
    typed: { 'field.amount': '11.00' },
    check: 'business',
  },
  INSUFFICIENT_BALANCE: {
    endpoint: 'walletA/confirm',
    prepare: verified('walletA'),
    typed: { 'field.code': magicCode('walletA', 'INSUFFICIENT_BALANCE') },
    check: 'business',
  },
  PHONE_NUMBER_IS_LOCKED: {
    endpoint: 'walletA/confirm',
    prepare: async (sandbox) => {
      await send(sandbox, 'walletA/verify');
      await sandbox.control('otps/1/lock', {});
    },
    typed: { 'field.process_id': '1000000000001' },
    check: 'business',
  },
  DUPLICATED_INVOICE_NUMBER: digits('DUPLICATED_INVOICE_NUMBER'),
  OTP_WAIT_BEFORE_RESNED: number('OTP_WAIT_BEFORE_RESNED'),
  INVALID_MOBILE_NUMBER: number('INVALID_MOBILE_NUMBER'),
  EMPTY_MOBILE_NUMBER: fault('EMPTY_MOBILE_NUMBER'),
  CHECK_BANK_ACCOUNT: number('CHECK_BANK_ACCOUNT'),
  BACKEND_SERVER_ERROR: digits('BACKEND_SERVER_ERROR'),
  INVALID_AMOUNT: fault('INVALID_AMOUNT'),
  NOT_ALLOWED_AMOUNT: fault('NOT_ALLOWED_AMOUNT'),
  AUTH_ERROR: fault('AUTH_ERROR'),
  ADD_PAYMENT_ERROR: digits('ADD_PAYMENT_ERROR'),
  INVALID_MERCHANT_CATEGORY: fault('INVALID_MERCHANT_CATEGORY'),
  UNAUTHORIZED_MERCHANT_ACCOUNT: fault('UNAUTHORIZED_MERCHANT_ACCOUNT'),
  INVALID_GATEWAY: fault('INVALID_GATEWAY'),
  SECRET_KEY_DOES_NOT_EXIST: fault('SECRET_KEY_DOES_NOT_EXIST'),
  REFERENCE_NUMBER_DOES_NOT_EXIST: fault('REFERENCE_NUMBER_DOES_NOT_EXIST'),
};

function fault(code: ErrorCode): Way {
  return {
    endpoint: 'walletA/verify',
    prepare: (sandbox) => sandbox.control('faults', { effect: { code } }),
    check: 'fault',
  };
}

function number(code: ErrorCode): Way {
  return {
    endpoint: 'walletA/verify',
    typed: { 'field.mobile_number': magicNumber('walletA', code) },
    check: 'business',
  };
}

function digits(code: ErrorCode): Way {
  return {
    endpoint: 'walletA/confirm',
    prepare: verified('walletA'),
    typed: { 'field.code': magicCode('walletA', code) },
    check: 'business',
  };
}

function magicNumber(token: string, code: ErrorCode): string {
  const found = magicValues.mobile_numbers.find((each) => each.gateway === token && each.code === code);
  return found?.number ?? '';
}

function magicCode(token: string, code: ErrorCode): string {
  return magicValues.codes.find((each) => each.gateway === token && each.code === code)?.digits ?? '';
}
