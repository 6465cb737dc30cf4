/** High, medium or low confidence that the live service does the same; `-` where the choice is ours alone. */
export type Confidence = 'high' | 'medium' | 'low' | '-';

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
  gap('otp.length', 'high', 'Codes of walletA have 6 digits, of walletB 4.'),
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

function gap(name: string, confidence: Confidence, reason: string): Gap {
  return { name, confidence, reason };
}
