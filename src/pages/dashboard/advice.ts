import type { ErrorCode } from '../../protocol/errors.ts';
import { sampleVerify } from '../sample-call.ts';
import type { Words } from '../words/words.ts';

/** How to fix a refusal, and where in the dashboard. */
export interface Advice {
  readonly text: string;
  readonly href: string | undefined;
  /** The link text. */
  readonly link: string;
}

interface Refusal {
  readonly code: string | null;
  /** The check that failed. */
  readonly check: string;
  readonly account: string | null;
}

/** The advice for a refusal: by error code, otherwise by the failed check. */
export function adviceOn({ dashboard }: Words, { code, check, account }: Refusal): Advice {
  const words = dashboard.advice;
  const go = (text: string, place?: Place): Advice => ({
    text,
    href: place && hrefOf(place, account),
    link: place ? words.links[isLink(place) ? place : 'setting'] : '',
  });
  if (check === 'fault') return go(words.fault, 'faults');
  if (isCode(code, words.codes)) return go(words.codes[code], placeOf[code]);
  const { size, route, method, https } = words.checks;
  if (check === 'size') return go(size);
  if (check === 'route') return go(route(`/api/v1/transaction/${sampleVerify().gateway.token}/verify`));
  if (check === 'method') return go(method);
  return check === 'https' ? go(https, 'strict') : go(words.unexpected);
}

const linked = {
  account: '/_sandbox/account',
  faults: '/_sandbox/faults',
  inbox: '/_sandbox/inbox',
  magic: '/_sandbox/faults#magic',
} as const;

type Link = keyof typeof linked;
/** A page, or the name of a setting. */
type Place =
  | Link
  | 'maintenance_mode'
  | 'rate_limit'
  | 'sandbox_transaction_limit'
  | 'limits.maximum_amount'
  | 'requests.bodies'
  | 'otp.lifetime'
  | 'otp.attempts'
  | 'strict';

const placeOf: Partial<Readonly<Record<ErrorCode, Place>>> = {
  UNAUTHORIZED: 'account',
  DENIED_ACCESS_GATEWAY: 'account',
  FORBIDDEN_IP_ADDRESS: 'account',
  MISSING_PARAMETER: 'account',
  INVALID_INPUTS: 'requests.bodies',
  BACKEND_ERROR: 'faults',
  MAINTENANCE_MODE: 'maintenance_mode',
  TEST_MODE_NOT_SUPPORTED: 'account',
  TOO_MAY_REQUESTS: 'rate_limit',
  AMOUNT_EXCEEDED_MAXIMUM: 'limits.maximum_amount',
  CURRENCY_NOT_SUPPORTED: 'account',
  SANDBOX_TRANSACTION_LIMIT_EXCEEDED: 'sandbox_transaction_limit',
  INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR: 'magic',
  NOT_SUBSCRIBED: 'magic',
  INVLIAD_OTP: 'inbox',
  CONFIRMATION_ERROR: 'inbox',
  OTP_EXPIRED: 'otp.lifetime',
  INSUFFICIENT_BALANCE: 'magic',
  PHONE_NUMBER_IS_LOCKED: 'otp.attempts',
  AUTH_ERROR: 'account',
  SECRET_KEY_DOES_NOT_EXIST: 'account',
};

function hrefOf(place: Place, account: string | null): string {
  if (!isLink(place)) return `/_sandbox/settings#${place}`;
  const query = place === 'account' && account !== null ? `?id=${encodeURIComponent(account)}` : '';
  return linked[place] + query;
}

function isLink(place: Place): place is Link {
  return Object.hasOwn(linked, place);
}

function isCode(code: string | null, all: Readonly<Record<ErrorCode, string>>): code is ErrorCode {
  return code !== null && Object.hasOwn(all, code);
}
