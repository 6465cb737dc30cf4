import type { ErrorCode } from '../../../../protocol/errors.ts';

const unknownResult =
  'The result is unknown, not failed. Find out whether the payment exists before you try again.';
const codeAgain = 'Ask the customer for the code again: the newest one is in the inbox.';
const failsAlways = 'This test number always fails; use another.';

/** How to fix a refusal: a sentence for each error code, and for each check that refuses without one. */
export const adviceEnglish = {
  fault: 'A fault caused this response. Remove the fault, or leave out its header.',
  unexpected: 'Internal error in gateway-sandbox; the trace shows what failed.',
  codes: {
    UNAUTHORIZED:
      'Send `Authorization: Bearer <access token>` and `X-API-KEY` of the same account, and check that the account is approved.',
    DENIED_ACCESS_GATEWAY: 'Allow this gateway for the account.',
    FORBIDDEN_IP_ADDRESS:
      'Add the source address to the whitelist of the account, or turn the whitelist off.',
    MISSING_PARAMETER: 'Configure this gateway for the account.',
    INVALID_INPUTS: 'Fix the fields that the response names, and send them as form fields in the body.',
    BACKEND_ERROR: unknownResult,
    MAINTENANCE_MODE: 'Turn off maintenance mode. In your app, try again later when you get this code.',
    TEST_MODE_NOT_SUPPORTED: 'Use the live token, or let the gateway support test mode for the account.',
    TOO_MAY_REQUESTS: 'Wait as long as `Retry-After` says, or raise the limit.',
    INVALID_AMOUNT_FORMAT: 'Send ASCII digits with at most two decimals after a point: 500, 10.5 or 10.50.',
    AMOUNT_NOT_ALLOWED: 'Send an amount greater than zero.',
    AMOUNT_EXCEEDED_MAXIMUM: 'Send a smaller amount: test tokens allow less than live ones.',
    CURRENCY_NOT_SUPPORTED:
      "Set the account's currency for this gateway back to the one that the gateway accepts.",
    SANDBOX_TRANSACTION_LIMIT_EXCEEDED: 'Wait until the period is over, or raise the limit.',
    INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR: failsAlways,
    NOT_SUBSCRIBED: failsAlways,
    INVLIAD_OTP: codeAgain,
    CONFIRMATION_ERROR: codeAgain,
    OTP_EXPIRED: 'Call verify again for a new code.',
    INVALID_INVOICE_AMOUNT_OR_NUMBER: 'Confirm the amount that verify was called with.',
    INSUFFICIENT_BALANCE: 'Tell the customer to pay another way. This test code always fails.',
    PHONE_NUMBER_IS_LOCKED:
      'Too many wrong codes. Call verify again for a new process: only the process is locked, not the number.',
    DUPLICATED_INVOICE_NUMBER: 'Give each payment its own `invoice_no`.',
    OTP_WAIT_BEFORE_RESNED: 'Wait as long as `Retry-After` says before you call verify again.',
    INVALID_MOBILE_NUMBER: 'Ask the customer for another mobile number.',
    EMPTY_MOBILE_NUMBER: 'Ask the customer for a mobile number.',
    CHECK_BANK_ACCOUNT: 'Tell the customer to contact the bank, or to pay another way.',
    BACKEND_SERVER_ERROR: unknownResult,
    INVALID_AMOUNT: 'Send an amount such as 500, 10.5 or 10.50.',
    NOT_ALLOWED_AMOUNT: 'Send an amount that this payment method accepts.',
    AUTH_ERROR: 'Check the access token and the API key.',
    ADD_PAYMENT_ERROR: unknownResult,
    INVALID_MERCHANT_CATEGORY: 'Ask the provider to enable this payment method for your account.',
    UNAUTHORIZED_MERCHANT_ACCOUNT: 'Ask the provider to authorize your account for this payment method.',
    INVALID_GATEWAY: 'Call one of the gateways of your account.',
    SECRET_KEY_DOES_NOT_EXIST: 'Create a secret key for the account.',
    REFERENCE_NUMBER_DOES_NOT_EXIST: 'Send the reference number of an existing payment.',
  } satisfies Readonly<Record<ErrorCode, string>>,
  checks: {
    size: 'Send a smaller body: at most 64 KiB.',
    route: (example: string) => `Call one of the gateways, such as \`${example}\`, spelled exactly this way.`,
    method: 'Call it with POST.',
    https: 'Call it over HTTPS (`--https`), or turn `strict` off.',
  },
  links: {
    account: 'The account',
    faults: 'Faults',
    inbox: 'The inbox',
    magic: 'Magic values',
    setting: 'Its setting',
  },
};
