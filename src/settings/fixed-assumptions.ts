import type { Assumption, Confidence } from '../gateways/definition.ts';
import { gateways } from '../gateways/index.ts';
import type { SettingName } from './settings.ts';

type Row = readonly [id: string, question: string, confidence: Confidence, reason: string];

const rows = [
  [
    'requests.extra-fields',
    'extra fields',
    'high',
    'Fields that no rule names are ignored; an optional field that is sent empty counts as absent.',
  ],
  [
    'invoice.scope',
    'scope of invoice_no',
    '-',
    'Unique for each account and mode, over all gateways, byte for byte, upper and lower case apart.',
  ],
  ['birth-year.form', 'birth_year', 'high', '4 ASCII digits.'],
  [
    'process-id.form',
    'process_id',
    'high',
    'A number of 13 digits that rises with time, the last three random, sent as a JSON number, taken back as text.',
  ],
  [
    'process.once',
    'process',
    'medium',
    'One success for each process_id; a wrong code leaves it open; confirm must send the amount of verify.',
  ],
  ['customer-ip.form', 'customer_ip', 'high', 'An IPv4 or IPv6 address where it is sent.'],
  ['lang.form', 'lang', '-', 'ar or en; empty is ar; anything else is refused.'],
  ['email.form', 'email', '-', 'One @, no spaces or controls, at most 254 characters.'],
  [
    'urls.form',
    'return_url, callback_url',
    'high',
    'Absolute http or https, without user and password, at most 2,048 characters. 0.0.0.0, link-local and metadata addresses and the sandbox itself are refused, and the answer says why.',
  ],
  [
    'callback-url.local',
    'local callback_url',
    '-',
    'Accepted with a production warning in every profile, because a sandbox calls local apps; strict refuses it with 422.',
  ],
  [
    'transport.http',
    'plain HTTP',
    '-',
    'Accepted with a production warning in every profile; strict refuses it with 403.',
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
    'Size, path and method, then keys, address, rate, maintenance, gateway, body, fields, amount: without valid keys, an answer tells only which paths and methods exist.',
  ],
  ['verify.message', 'message of verify', 'high', 'OTP has been sent to your mobile number.'],
  [
    'confirm.answer',
    'answer of a wallet’s confirm',
    'medium',
    'transaction_id as a JSON number, the amount as the text that was sent.',
  ],
  ['transaction-id.form', 'transaction_id', 'medium', 'Whole numbers from 100001 on, rising.'],
  ['invoice.refusal', 'used invoice_no', 'high', '422 INVALID_INPUTS that names the field.'],
  ['callback.canceled', 'canceled', 'high', 'canceled=1 and no approved, with the transaction_id.'],
  [
    'checkout.declined',
    'declined',
    '-',
    'A message on the page, and another try for the customer; no callback.',
  ],
  [
    'checkout.card-code',
    'code of a local card',
    '-',
    'A right test card leads to a code on the phone, as the banks of the country ask for one.',
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
    'Kept byte for byte; ours goes after it and before a fragment.',
  ],
  [
    'callback.delivered',
    'delivered',
    'high',
    'A POST is delivered by 2xx, a GET by 2xx or 3xx, which is never followed.',
  ],
  ['callback.resends', 'resends', 'high', 'The same bytes and the same hash.'],
  [
    'amount.form',
    'unusual amounts',
    '-',
    'Leading zeros are accepted and echoed: 007 is worth 7. The form is judged first: -5 is well formed and AMOUNT_NOT_ALLOWED, -1.005 is INVALID_AMOUNT_FORMAT, and so are more than 32 characters.',
  ],
  [
    'code.form',
    'code of the wrong form',
    '-',
    'A code of the wrong length, or with other characters than digits, is 422 INVALID_INPUTS and does not count as an attempt.',
  ],
  [
    'process.lock',
    'locked process',
    '-',
    'PHONE_NUMBER_IS_LOCKED locks the process only: a new verify for the same number works.',
  ],
  ['callback.amount', 'amount in callbacks', 'medium', 'The text of the request, byte for byte.'],
] as const satisfies readonly Row[];

/** A fixed assumption by its id in `X-Sandbox-Assumption`. Those of the gateways that an answer can rest on are about mobile numbers. */
type FixedName = (typeof rows)[number][0] | `${string}.mobile-number`;

/** What an answer can rest on where the API document is silent: a setting, or a fixed assumption. */
export type AssumptionName = SettingName | FixedName;

/** The open questions of the API document that no setting answers: how the sandbox does it, and how sure we are of it. */
export const fixedAssumptions: readonly Assumption[] = [
  ...rows.map(([id, question, confidence, reason]) => ({ id, question, confidence, reason })),
  ...Object.values(gateways).flatMap(({ assumptions }) => assumptions),
];
