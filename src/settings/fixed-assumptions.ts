import type { Assumption, Confidence } from '../gateways/definition.ts';
import { gateways } from '../gateways/index.ts';
import type { SettingName } from './settings.ts';

type Row = readonly [id: string, question: string, confidence: Confidence, reason: string];

const rows = [
  [
    'requests.extra-fields',
    'extra fields',
    'high',
    'Unknown fields are ignored; an optional field that is sent empty counts as absent.',
  ],
  [
    'invoice.scope',
    'scope of invoice_no',
    '-',
    'Unique per account and mode, across all gateways, compared byte for byte and case-sensitive.',
  ],
  ['birth-year.form', 'birth_year', 'high', '4 ASCII digits.'],
  [
    'process-id.form',
    'process_id',
    'high',
    'A 13-digit number that increases with time, the last three digits random; sent as a JSON number, accepted as text.',
  ],
  [
    'process.once',
    'process',
    'medium',
    'One success per process_id; a wrong code leaves it open; confirm must send the same amount as verify.',
  ],
  ['customer-ip.form', 'customer_ip', 'high', 'An IPv4 or IPv6 address where it is sent.'],
  ['lang.form', 'lang', '-', 'ar or en; empty means ar; anything else is rejected.'],
  ['email.form', 'email', '-', 'One @, no spaces or control characters, at most 254 characters.'],
  [
    'urls.form',
    'return_url, callback_url',
    'high',
    'Absolute http or https, without user and password, at most 2,048 characters. 0.0.0.0, link-local and metadata addresses and the sandbox itself are rejected, and the response says why.',
  ],
  [
    'callback-url.local',
    'local callback_url',
    '-',
    'Accepted with a production warning in every profile, because a sandbox calls local apps; strict rejects it with 422.',
  ],
  [
    'transport.http',
    'plain HTTP',
    '-',
    'Accepted with a production warning in every profile; strict rejects it with 403.',
  ],
  [
    'errors.without-code',
    'errors without a code',
    '-',
    '404 for an unknown path or gateway, 405 with Allow for a wrong method, 413 for a body over 64 KiB, 403 for plain HTTP under strict: in the envelope, without a code.',
  ],
  [
    'checks.order',
    'order of checks',
    '-',
    'Size, path and method, then keys, address, rate, maintenance, gateway, body, fields, amount. Without valid keys, a response only shows which paths and methods exist.',
  ],
  ['verify.message', 'message of verify', 'high', 'OTP has been sent to your mobile number.'],
  [
    'confirm.answer',
    'response to a wallet’s confirm',
    'medium',
    'transaction_id as a JSON number, the amount as the string that was sent.',
  ],
  ['transaction-id.form', 'transaction_id', 'medium', 'Increasing whole numbers from 100001.'],
  ['invoice.refusal', 'used invoice_no', 'high', '422 INVALID_INPUTS that names the field.'],
  ['callback.canceled', 'canceled', 'high', 'canceled=1 and no approved, with the transaction_id.'],
  [
    'checkout.declined',
    'declined',
    '-',
    'The page shows a message, and the customer can try again; no callback is sent.',
  ],
  [
    'checkout.card-code',
    'code of a local card',
    '-',
    'A valid test card leads to a code on the phone, because banks in the country ask for one.',
  ],
  [
    'checkout.three-d-secure',
    '3-D Secure',
    '-',
    'authenticated and attempted pay; failed, unavailable and rejected decline; the customer may try again.',
  ],
  [
    'return-url.query',
    'return_url with a query',
    'high',
    'Kept byte for byte; the gateway’s parameters follow it, before any fragment.',
  ],
  [
    'callback.delivered',
    'delivered',
    'high',
    'A POST is delivered with 2xx, a GET with 2xx or 3xx; redirects are never followed.',
  ],
  ['callback.resends', 'resends', 'high', 'The same bytes and the same hash.'],
  [
    'amount.form',
    'unusual amounts',
    '-',
    'Leading zeros are accepted and echoed: 007 means 7. The format is checked first: -5 has a valid format and gives AMOUNT_NOT_ALLOWED; -1.005 gives INVALID_AMOUNT_FORMAT. An amount within the limits that leading zeros make longer than 32 characters gives INVALID_AMOUNT_FORMAT too.',
  ],
  [
    'code.form',
    'malformed code',
    '-',
    'A code of the wrong length, or with characters other than digits, gives 422 INVALID_INPUTS and does not count as an attempt.',
  ],
  [
    'process.lock',
    'locked process',
    '-',
    'PHONE_NUMBER_IS_LOCKED only locks the process: a new verify for the same number works.',
  ],
  ['callback.amount', 'amount in callbacks', 'medium', 'The string from the request, byte for byte.'],
] as const satisfies readonly Row[];

/**
 * A fixed assumption by its id in `X-Sandbox-Assumption`. Of the gateways' own assumptions, answers only name
 * those about mobile numbers.
 */
type FixedName = (typeof rows)[number][0] | `${string}.mobile-number`;

/** The basis of an answer where the API document is silent: a setting or a fixed assumption. */
export type AssumptionName = SettingName | FixedName;

/** The API documentation's open questions without a setting: what the sandbox does, and how certain that is. */
export const fixedAssumptions: readonly Assumption[] = [
  ...rows.map(([id, question, confidence, reason]) => ({ id, question, confidence, reason })),
  ...Object.values(gateways).flatMap(({ assumptions }) => assumptions),
];
