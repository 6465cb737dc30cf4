import type { Assumption, Confidence } from '../gateways/definition.ts';
import { gateways } from '../gateways/index.ts';

type Row = readonly [name: string, confidence: Confidence, reason: string];

const rows: readonly Row[] = [
  [
    'extra fields',
    'high',
    'Fields that no rule names are ignored; an optional field that is sent empty counts as absent.',
  ],
  [
    'scope of invoice_no',
    '-',
    'Unique for each account and mode, over all gateways, byte for byte, upper and lower case apart.',
  ],
  ['birth_year', 'high', '4 ASCII digits.'],
  [
    'process_id',
    'high',
    'A number of 13 digits that rises with time, the last three random, sent as a JSON number, taken back as text.',
  ],
  [
    'process',
    'medium',
    'One success for each process_id; a wrong code leaves it open; confirm names the amount that verify did.',
  ],
  ['customer_ip', 'high', 'An IPv4 or IPv6 address where it is sent.'],
  ['lang', '-', 'ar or en; empty is ar; anything else is refused.'],
  ['email', '-', 'One @, no spaces or controls, at most 254 characters.'],
  [
    'return_url, callback_url',
    'high',
    'Absolute http or https, without user and password, at most 2,048 characters.',
  ],
  [
    'local callback_url',
    '-',
    'Taken with a note in the log, for that is what a sandbox is for; strict refuses it. Link-local and metadata addresses are refused always.',
  ],
  ['plain HTTP', '-', 'Taken with a note in the log; strict refuses it with 403.'],
  ['unknown path or gateway', '-', '404 in the envelope without a code; a wrong method 405 with Allow.'],
  [
    'order of checks',
    '-',
    'Keys, address, rate, maintenance, gateway, body, fields, amount: nothing is learned without credentials.',
  ],
  ['message of verify', 'high', 'OTP has been sent to your mobile number.'],
  [
    'answer of a wallet’s confirm',
    'medium',
    'transaction_id as a JSON number, the amount as the text that was sent.',
  ],
  ['transaction_id', 'medium', 'Whole numbers from 100001 on, rising.'],
  ['used invoice_no', 'high', '422 INVALID_INPUTS that names the field.'],
  ['canceled', 'high', 'canceled=1 and no approved, with the transaction_id.'],
  ['declined', '-', 'A message on the page, and another try for the customer; no callback.'],
  [
    'code of a local card',
    '-',
    'A right test card leads to a code on the phone, as the banks of the country ask for one.',
  ],
  [
    '3-D Secure',
    '-',
    'authenticated and attempted pay; failed, unavailable and rejected decline; the customer may try again.',
  ],
  ['return_url with a query', 'high', 'Kept byte for byte; ours goes after it and before a fragment.'],
  ['delivered', 'high', 'A POST is delivered by 2xx, a GET by 2xx or 3xx, which is never followed.'],
  ['resends', 'high', 'The same bytes and the same hash.'],
  ['amount in callbacks', 'medium', 'The text of the request, byte for byte.'],
];

/** The open questions of the API document that no setting answers: how the sandbox does it, and how sure we are of it. */
export const fixedAssumptions: readonly Assumption[] = [
  ...rows.map(([name, confidence, reason]) => ({ name, confidence, reason })),
  ...Object.values(gateways).flatMap(({ assumptions }) => assumptions),
];
