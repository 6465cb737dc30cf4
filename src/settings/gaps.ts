import type { Assumption, Confidence } from '../gateways/definition.ts';
import { codeLengths, gateways } from '../gateways/index.ts';

/** A behaviour that the document leaves open: a switch in the settings, and why its default is what it is. */
export interface Gap {
  /** Dotted path of the switch in the settings. */
  readonly name: string;
  readonly reason: string;
  readonly confidence: Confidence;
}

/** Every switch for what the document does not say. The defaults themselves stand in `settings.ts`. */
export const gaps: readonly Gap[] = [
  gap(
    'signature.layout',
    'high',
    '`hashed` is over k=v&k=v of the own parameters as sent, encoded as PHP does it.',
  ),
  gap(
    'aggregator.method_field',
    'high',
    'The document spells the field `paymet_method`; some clients read `payment_method`.',
  ),
  gap('requests.bodies', 'medium', 'The document says form fields. `lenient` also takes JSON.'),
  gap(
    'invoice.alphabet',
    'medium',
    '1 to 255 characters without controls. `strict` allows A-Z a-z 0-9 . _ - alone.',
  ),
  gap(
    'invoice.used',
    'medium',
    'A number is used up when a confirm answers 200; `completed`: only by a completed payment.',
  ),
  gap(
    'mobile.lenient',
    'high',
    'Wallets take the 10-digit form 09…; `lenient` lets them take 9 digits from 9 on too.',
  ),
  gap('otp.length', 'high', `Digits of the codes: ${lengths()}.`),
  gap('otp.policy', '-', '`random` codes; `fixed` gives each number the code of `otp.codes`.'),
  gap('otp.codes', '-', 'The codes of the policy `fixed`, by mobile number; `*` for all others.'),
  gap('otp.lifetime', '-', 'The document names no lifetime of a code.'),
  gap('otp.attempts', '-', 'So many wrong codes lock the process.'),
  gap(
    'otp.resend_wait',
    '-',
    'How long a new verify for the same number must wait; the document names no wait.',
  ),
  gap(
    'codes',
    'medium',
    'The gateway-specific codes that public clients know; `documented` maps them to INVALID_INPUTS.',
  ),
  gap('error.fields', 'medium', 'On 422, `error.fields` names what is wrong with each field.'),
  gap('statuses', 'medium', 'The document does not say which HTTP status accompanies each code.'),
  gap('limits.maximum_amount', 'high', 'The maxima of the document, for live and for test tokens.'),
  gap('rate_limit', '-', 'The document does not show the threshold behind TOO_MAY_REQUESTS: off until set.'),
  gap(
    'sandbox_transaction_limit',
    '-',
    'The document does not show the number and the period: off until set.',
  ),
  gap('checkout.lifetime', '-', 'The document names no expiry of the hosted page.'),
  gap(
    'card.callback',
    'high',
    'The document says callback and return; clients disagree on whether both arrive.',
  ),
  gap('callback.mode', '-', 'Retries are not shown: at 0 s, 5 s, 30 s, 2 min and 10 min, then exhausted.'),
  gap('callback.timeout', '-', 'For the whole exchange with the merchant.'),
  gap('callback.order', '-', 'Which comes first, callback or return, is not shown.'),
  gap('callback.delay', '-', 'Delivery timing is not shown.'),
  gap('callback.hold', '-', 'Keeps every callback back until it is released.'),
  gap('callback.jitter_seed', '-', 'Retries vary by 10 %; a seed makes them the same in every run.'),
  gap('callback.copies', '-', 'A callback may come more than once.'),
];

/** What the document leaves open and no switch changes: how it is done here, and why. */
export const fixedGaps: readonly Assumption[] = [
  gap(
    'signed parameters',
    'high',
    'The gateway’s own parameters are signed, never one that the merchant put into its return_url.',
  ),
  gap(
    'types in the JSON callback',
    'medium',
    'All members are texts, so that every language rebuilds the same string.',
  ),
  gap(
    'extra fields',
    'high',
    'Fields that no rule names are ignored; an optional field that is sent empty counts as absent.',
  ),
  gap(
    'scope of invoice_no',
    '-',
    'Unique for each account and mode, over all gateways, byte for byte, upper and lower case apart.',
  ),
  gap('birth_year', 'high', '4 ASCII digits.'),
  gap(
    'process_id',
    'high',
    'A number of 13 digits that rises with time, the last three random, sent as a JSON number, taken back as text.',
  ),
  gap(
    'second verify',
    '-',
    'A new verify of the same account, gateway and number makes the earlier code invalid.',
  ),
  gap(
    'process',
    'medium',
    'One success for each process_id; a wrong code leaves it open; confirm names the amount that verify did.',
  ),
  gap('customer_ip', 'high', 'An IPv4 or IPv6 address where it is sent.'),
  gap('lang', '-', 'ar or en; empty is ar; anything else is refused.'),
  gap('email', '-', 'One @, no spaces or controls, at most 254 characters.'),
  gap(
    'return_url, callback_url',
    'high',
    'Absolute http or https, without user and password, at most 2,048 characters.',
  ),
  gap(
    'local callback_url',
    '-',
    'Taken with a note in the log, for that is what a sandbox is for; strict refuses it. Link-local and metadata addresses are refused always.',
  ),
  gap('plain HTTP', '-', 'Taken with a note in the log; strict refuses it with 403.'),
  gap('unknown path or gateway', '-', '404 in the envelope without a code; a wrong method 405 with Allow.'),
  gap(
    'order of checks',
    '-',
    'Keys, address, rate, maintenance, gateway, body, fields, amount: nothing is learned without credentials.',
  ),
  gap('message of verify', 'high', 'OTP has been sent to your mobile number.'),
  gap(
    'answer of a wallet’s confirm',
    'medium',
    'transaction_id as a JSON number, the amount as the text that was sent.',
  ),
  gap('transaction_id', 'medium', 'Whole numbers from 100001 on, rising.'),
  gap('used invoice_no', 'high', '422 INVALID_INPUTS that names the field.'),
  gap('canceled', 'high', 'canceled=1 and no approved, with the transaction_id.'),
  gap('declined', '-', 'A message on the page, and another try for the customer; no callback.'),
  gap(
    'code of a local card',
    '-',
    'A right test card leads to a code on the phone, as the banks of the country ask for one.',
  ),
  gap(
    '3-D Secure',
    '-',
    'authenticated and attempted pay; failed, unavailable and rejected decline; the customer may try again.',
  ),
  gap('return_url with a query', 'high', 'Kept byte for byte; ours goes after it and before a fragment.'),
  gap('delivered', 'high', 'A POST is delivered by 2xx, a GET by 2xx or 3xx, which is never followed.'),
  gap('resends', 'high', 'The same bytes and the same hash.'),
  gap('amount in callbacks', 'medium', 'The text of the request, byte for byte.'),
  ...Object.values(gateways).flatMap(({ assumptions }) => assumptions),
];

/** `walletA 6, walletB 4` */
function lengths(): string {
  return Object.entries(codeLengths)
    .map(([token, digits]) => `${token} ${digits}`)
    .join(', ');
}

function gap(name: string, confidence: Confidence, reason: string): Gap {
  return { name, confidence, reason };
}
