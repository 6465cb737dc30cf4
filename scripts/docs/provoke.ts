import type { ErrorCode } from '../../src/protocol/errors.ts';

const walletA = 'gateway walletA/verify -d mobile_number=0912345678 -d birth_year=1990';
const walletB = 'gateway walletB/verify -d mobile_number=0945678901 -d amount=10.00';
const verifyA = `PROCESS=$(${walletA} -d amount=10.00 | grep -o '[0-9]\\{13\\}')`;
const verifyB = `PROCESS=$(${walletB} | grep -o '[0-9]\\{13\\}')`;

/** How to trigger each error with the functions of docs/reference/errors.md. Undoes all changes. */
export const provoke: Readonly<Record<ErrorCode, readonly string[]>> = {
  UNAUTHORIZED: [`${walletA} -d amount=10.00 -H 'X-API-KEY: wrong'`],
  DENIED_ACCESS_GATEWAY: account('{"gateways": {"walletB": {"allowed": false}}}', '{"allowed": true}'),
  FORBIDDEN_IP_ADDRESS: [
    `control PATCH accounts/demo '{"ip_whitelist": {"enabled": true, "entries": ["127.0.0.1"]}}'`,
    `${walletB} -H 'X-Sandbox-Client-IP: 203.0.113.7'`,
    `control PATCH accounts/demo '{"ip_whitelist": {"enabled": false}}'`,
  ],
  MISSING_PARAMETER: account('{"gateways": {"walletB": {"configured": false}}}', '{"configured": true}'),
  INVALID_INPUTS: ['gateway walletA/verify -d mobile_number=0912345678 -d birth_year=90 -d amount=10.00'],
  BACKEND_ERROR: fault('BACKEND_ERROR'),
  MAINTENANCE_MODE: [
    `control PATCH settings '{"maintenance_mode": true}'`,
    walletB,
    `control PATCH settings '{"maintenance_mode": false}'`,
  ],
  TEST_MODE_NOT_SUPPORTED: account('{"gateways": {"walletB": {"test_mode": false}}}', '{"test_mode": true}'),
  TOO_MAY_REQUESTS: [
    `control PATCH settings '{"rate_limit": {"requests": 1, "period": "1m"}}'`,
    `${walletB} > /dev/null`,
    walletB,
    `control PATCH settings '{"rate_limit": null}'`,
  ],
  INVALID_AMOUNT_FORMAT: [`${walletA} -d amount=1.234`],
  AMOUNT_NOT_ALLOWED: [`${walletA} -d amount=0`],
  AMOUNT_EXCEEDED_MAXIMUM: [`${walletA} -d amount=500.01`],
  CURRENCY_NOT_SUPPORTED: [
    `control PATCH accounts/demo '{"gateways": {"cardgw": {"currency": "EUR"}}}'`,
    'gateway cardgw/confirm -d amount=10.00 -d invoice_no=E-1 -d return_url=http://localhost:3000/return',
    `control PATCH accounts/demo '{"gateways": {"cardgw": {"currency": "USD"}}}'`,
  ],
  SANDBOX_TRANSACTION_LIMIT_EXCEEDED: [
    `control PATCH settings '{"sandbox_transaction_limit": {"transactions": 0, "period": "1h"}}'`,
    'gateway cardgw/confirm -d amount=10.00 -d invoice_no=E-2 -d return_url=http://localhost:3000/return',
    `control PATCH settings '{"sandbox_transaction_limit": null}'`,
  ],
  INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR: [
    'gateway walletA/verify -d mobile_number=0919999901 -d birth_year=1990 -d amount=10.00',
  ],
  NOT_SUBSCRIBED: ['gateway walletB/verify -d mobile_number=0949999901 -d amount=10.00'],
  INVLIAD_OTP: [verifyA, confirm('walletA', '000001')],
  CONFIRMATION_ERROR: [verifyB, confirm('walletB', '0001')],
  OTP_EXPIRED: [
    verifyB,
    `CODE=$(curl -s "$SANDBOX/_sandbox/api/otps/latest?mobile_number=0945678901" | grep -o '"code":"[0-9]*"' | tr -dc 0-9)`,
    `control POST clock/advance '{"by": "5m"}'`,
    confirm('walletB', '$CODE'),
  ],
  INVALID_INVOICE_AMOUNT_OR_NUMBER: [verifyA, confirm('walletA', '123456', '11.00')],
  INSUFFICIENT_BALANCE: [verifyB, confirm('walletB', '0003')],
  PHONE_NUMBER_IS_LOCKED: ['gateway walletB/verify -d mobile_number=0949999902 -d amount=10.00'],
  DUPLICATED_INVOICE_NUMBER: [verifyB, confirm('walletB', '0007')],
  OTP_WAIT_BEFORE_RESNED: ['gateway walletB/verify -d mobile_number=0949999905 -d amount=10.00'],
  INVALID_MOBILE_NUMBER: ['gateway walletB/verify -d mobile_number=0949999904 -d amount=10.00'],
  EMPTY_MOBILE_NUMBER: fault('EMPTY_MOBILE_NUMBER'),
  CHECK_BANK_ACCOUNT: ['gateway walletB/verify -d mobile_number=0949999906 -d amount=10.00'],
  BACKEND_SERVER_ERROR: [verifyB, confirm('walletB', '0008')],
  INVALID_AMOUNT: fault('INVALID_AMOUNT'),
  NOT_ALLOWED_AMOUNT: fault('NOT_ALLOWED_AMOUNT'),
  AUTH_ERROR: fault('AUTH_ERROR'),
  ADD_PAYMENT_ERROR: [verifyB, confirm('walletB', '0006')],
  INVALID_MERCHANT_CATEGORY: fault('INVALID_MERCHANT_CATEGORY'),
  UNAUTHORIZED_MERCHANT_ACCOUNT: fault('UNAUTHORIZED_MERCHANT_ACCOUNT'),
  INVALID_GATEWAY: fault('INVALID_GATEWAY'),
  SECRET_KEY_DOES_NOT_EXIST: fault('SECRET_KEY_DOES_NOT_EXIST'),
  REFERENCE_NUMBER_DOES_NOT_EXIST: fault('REFERENCE_NUMBER_DOES_NOT_EXIST'),
};

/** For codes that no check of the sandbox causes. */
function fault(code: ErrorCode): readonly string[] {
  return [`control POST faults '{"effect": {"code": "${code}"}}'`, walletB];
}

function account(change: string, back: string): readonly string[] {
  return [
    `control PATCH accounts/demo '${change}'`,
    walletB,
    `control PATCH accounts/demo '{"gateways": {"walletB": ${back}}}'`,
  ];
}

function confirm(gateway: string, code: string, amount = '10.00'): string {
  return `gateway ${gateway}/confirm -d process_id=$PROCESS -d code=${code} -d amount=${amount} -d invoice_no=E-$RANDOM`;
}
