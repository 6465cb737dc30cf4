import type { ErrorCode } from '../../protocol/errors.ts';
import { sampleVerify } from '../sample-call.ts';

/** What to do about a refusal, and where in the dashboard. */
export interface Advice {
  readonly text: string;
  readonly href: string | undefined;
  /** The words of the link. */
  readonly link: string;
}

interface Refusal {
  readonly code: string | null;
  /** The check that failed. */
  readonly check: string;
  readonly account: string | null;
}

/** One sentence for each way in which a request can be refused: by its code, else by the check that failed. */
export function adviceOn({ code, check, account }: Refusal): Advice {
  const page = pages(account);
  if (check === 'fault')
    return advice('A fault caused this response. Remove the fault, or leave out its header.', page.faults);
  // A member of `byCode`, and so the name of an error.
  const [text, where] = (code && Object.hasOwn(byCode, code) ? byCode[code as ErrorCode] : undefined) ??
    byCheck[check] ?? [unexpected];
  return advice(text, where && page[where]);
}

type Place = keyof ReturnType<typeof pages>;
type Link = readonly [href: string, link: string];

function pages(account: string | null) {
  const query = account === null ? '' : `?id=${encodeURIComponent(account)}`;
  const setting = (name: string): Link => [`/_sandbox/settings#${name}`, 'Its setting'];
  return {
    account: [`/_sandbox/account${query}`, 'The account'],
    faults: ['/_sandbox/faults', 'Faults'],
    inbox: ['/_sandbox/inbox', 'The inbox'],
    magic: ['/_sandbox/faults#magic', 'Magic values'],
    transactions: ['/_sandbox/transactions', 'Transactions'],
    maintenance: setting('maintenance_mode'),
    rate: setting('rate_limit'),
    limit: setting('sandbox_transaction_limit'),
    amounts: setting('limits.maximum_amount'),
    bodies: setting('requests.bodies'),
    lifetime: setting('otp.lifetime'),
    attempts: setting('otp.attempts'),
    strict: setting('strict'),
  } as const satisfies Readonly<Record<string, Link>>;
}

/** The codes that only mean one thing; the type sees to it that none is left out. */
const byCode: Readonly<Record<ErrorCode, readonly [text: string, where?: Place]>> = {
  UNAUTHORIZED: [
    'Send `Authorization: Bearer <access token>` and `X-API-KEY` of the same account, and check that the account is approved.',
    'account',
  ],
  DENIED_ACCESS_GATEWAY: ['Allow this gateway for the account.', 'account'],
  FORBIDDEN_IP_ADDRESS: [
    'Add the source address to the whitelist of the account, or turn the whitelist off.',
    'account',
  ],
  MISSING_PARAMETER: ['Configure this gateway for the account.', 'account'],
  INVALID_INPUTS: [
    'Fix the fields that the response names, and send them as form fields in the body.',
    'bodies',
  ],
  BACKEND_ERROR: [
    'The result is unknown, not failed. Find out whether the payment exists before you try again.',
    'faults',
  ],
  MAINTENANCE_MODE: [
    'Turn off maintenance mode. In your app, try again later when you get this code.',
    'maintenance',
  ],
  TEST_MODE_NOT_SUPPORTED: [
    'Use the live token, or let the gateway support test mode for the account.',
    'account',
  ],
  TOO_MAY_REQUESTS: ['Wait as long as `Retry-After` says, or raise the limit.', 'rate'],
  INVALID_AMOUNT_FORMAT: ['Send ASCII digits with at most two decimals after a point: 500, 10.5 or 10.50.'],
  AMOUNT_NOT_ALLOWED: ['Send an amount greater than zero.'],
  AMOUNT_EXCEEDED_MAXIMUM: ['Send a smaller amount: test tokens allow less than live ones.', 'amounts'],
  CURRENCY_NOT_SUPPORTED: [
    "Set the account's currency for this gateway back to the one that the gateway accepts.",
    'account',
  ],
  SANDBOX_TRANSACTION_LIMIT_EXCEEDED: ['Wait until the period is over, or raise the limit.', 'limit'],
  INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR: ['This test number always fails; use another.', 'magic'],
  NOT_SUBSCRIBED: ['This test number always fails; use another.', 'magic'],
  INVLIAD_OTP: ['Ask the customer for the code again: the newest one is in the inbox.', 'inbox'],
  CONFIRMATION_ERROR: ['Ask the customer for the code again: the newest one is in the inbox.', 'inbox'],
  OTP_EXPIRED: ['Call verify again for a new code.', 'lifetime'],
  INVALID_INVOICE_AMOUNT_OR_NUMBER: ['Confirm the amount that verify was called with.'],
  INSUFFICIENT_BALANCE: ['Tell the customer to pay another way. This test code always fails.', 'magic'],
  PHONE_NUMBER_IS_LOCKED: [
    'Too many wrong codes. Call verify again for a new process: only the process is locked, not the number.',
    'attempts',
  ],
  DUPLICATED_INVOICE_NUMBER: ['Give each payment its own `invoice_no`.'],
  OTP_WAIT_BEFORE_RESNED: ['Wait as long as `Retry-After` says before you call verify again.'],
  INVALID_MOBILE_NUMBER: ['Ask the customer for another mobile number.'],
  EMPTY_MOBILE_NUMBER: ['Ask the customer for a mobile number.'],
  CHECK_BANK_ACCOUNT: ['Tell the customer to contact the bank, or to pay another way.'],
  BACKEND_SERVER_ERROR: [
    'The result is unknown, not failed. Find out whether the payment exists before you try again.',
  ],
  INVALID_AMOUNT: ['Send an amount such as 500, 10.5 or 10.50.'],
  NOT_ALLOWED_AMOUNT: ['Send an amount that this payment method accepts.'],
  AUTH_ERROR: ['Check the access token and the API key.', 'account'],
  ADD_PAYMENT_ERROR: ['The payment was not registered. Try again with a new `invoice_no`.'],
  INVALID_MERCHANT_CATEGORY: ['Ask the provider to enable this payment method for your account.'],
  UNAUTHORIZED_MERCHANT_ACCOUNT: ['Ask the provider to authorize your account for this payment method.'],
  INVALID_GATEWAY: ['Call one of the gateways of your account.'],
  SECRET_KEY_DOES_NOT_EXIST: ['Create a secret key for the account.', 'account'],
  REFERENCE_NUMBER_DOES_NOT_EXIST: ['Send the reference number of an existing payment.'],
};

/** Refusals without a code: the document gives them a status alone. */
const byCheck: Readonly<Record<string, readonly [text: string, where?: Place]>> = {
  size: ['Send a smaller body: at most 64 KiB.'],
  route: [
    `Call one of the gateways, such as /api/v1/transaction/${sampleVerify().gateway.token}/verify, spelled exactly this way.`,
  ],
  method: ['Call it with POST.'],
  https: ['Call it over HTTPS (`--https`), or turn `strict` off.', 'strict'],
};

const unexpected = 'Internal error in gateway-sandbox; the trace shows what failed.';

function advice(text: string, place: Link | undefined): Advice {
  return { text, href: place?.[0], link: place?.[1] ?? '' };
}
