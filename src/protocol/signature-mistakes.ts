import { asSentIfReordered, gatewayOrders, ordered } from './sent-order.ts';
import { byName, encodeQuery, type Field, hashOf, signedString } from './signature.ts';
import type { SignatureLayout } from './signature-layout.ts';
import type { Mistake, SignedMessage } from './signed-message.ts';

type Remake = (signed: SignedMessage) => readonly string[];

/** A common mistake that can be repeated. */
interface KnownMistake extends Mistake {
  /** The strings that this mistake would produce. */
  readonly strings: Remake;
}

/** Whether or not a hash proves it. */
export const sortedText: Mistake = {
  name: 'sorted-text',
  explanation:
    'The fields were signed in the gateway’s order, but the text that you gave has them in another. Use what arrived: Laravel’s `fullUrl()`, Symfony’s `getQueryString()`, and Go’s `Values.Encode()` sort a query, and a `jsonb` column reorders a body.',
};

/** Common mistakes in building the string. */
export const knownMistakes: readonly KnownMistake[] = [
  {
    name: 'sorted-keys',
    explanation: 'The fields were sorted by name. Sign them in the order in which they came.',
    // Where sorting changes nothing, the order is right.
    strings: ({ fields, layout }) =>
      (layout === 'encoded' || layout === 'raw') && sortedRaw(fields) !== raw(fields)
        ? [signedString(fields, 'sorted'), sortedRaw(fields)]
        : [],
  },
  {
    name: 'hashed-included',
    explanation: '`hashed` itself was signed. Leave it out of the string.',
    strings: ({ fields, came, layout, secretKey }) => [
      encodeQuery(came),
      encodeQuery([...fields, ['hashed', hashOf(signedString(fields, layout), secretKey)]]),
      `${encodeQuery(fields)}&hashed=`,
    ],
  },
  {
    name: 'not-encoded',
    explanation: 'The values were signed raw. URL-encode names and values first, as http_build_query does.',
    // Plain values look the same when raw: sorting those is another mistake.
    strings: ({ fields, layout }) =>
      layout === 'raw' || layout === 'sorted-raw'
        ? []
        : [fields, fields.toSorted(byName)].filter((each) => raw(each) !== encodeQuery(each)).map(raw),
  },
  {
    name: 'space-as-percent-20',
    explanation: 'Spaces were encoded as %20 (encodeURIComponent, RFC 3986). Encode a space as +.',
    strings: ({ fields }) => [encodeQuery(fields).replaceAll('+', '%20'), percentEncoded(fields)],
  },
  {
    name: 'values-only',
    explanation: 'Only the values were signed. Sign name=value pairs joined by &.',
    strings: ({ fields }) => ['', '&', ',', '|'].map((glue) => fields.map(([, value]) => value).join(glue)),
  },
  {
    name: 'body-signed',
    explanation: 'The JSON text was signed. Build name=value pairs of its members and sign those.',
    strings: ({ fields, body }) => [
      JSON.stringify(Object.fromEntries(fields)),
      JSON.stringify(Object.fromEntries(fields), null, 2),
      ...(body === undefined ? [] : [body]),
    ],
  },
  {
    name: 'amount-reformatted',
    explanation: 'The amount was reformatted. Sign its text exactly as it arrived.',
    strings: ({ fields }) => amountForms(fields).map((form) => encodeQuery(withAmount(fields, form))),
  },
  {
    name: 'fixed-order',
    explanation:
      'The fields were taken from a list of your own, in its order. Sign them in the order in which they came.',
    // What the gateway may have signed is no list of one's own.
    strings: (signed) => {
      const { fields, layout, otherwise } = signed;
      const genuine = [signed, ...(otherwise ? [{ ...signed, ...otherwise }] : [])].flatMap((each) => [
        each.fields,
        ...asSentIfReordered(each),
      ]);
      const right = genuine.map((each) => unsorted(each, layout));
      return [...gatewayOrders, ...ownOrders]
        .map((order) => unsorted(ordered(fields, order), layout))
        .filter((text) => !right.includes(text));
    },
  },
  {
    ...sortedText,
    strings: (signed) => asSentIfReordered(signed).map((each) => unsorted(each, signed.layout)),
  },
  {
    name: 'payment-method-spelling',
    explanation: 'The field is spelled paymet_method. It was signed as payment_method.',
    strings: ({ fields }) => [
      encodeQuery(fields.map(([name, value]) => [name === 'paymet_method' ? 'payment_method' : name, value])),
    ],
  },
  {
    name: 'html-escaped',
    explanation: 'The string was HTML-escaped (&amp;) before it was signed.',
    strings: ({ fields }) => [encodeQuery(fields).replaceAll('&', '&amp;')],
  },
  {
    name: 'string-with-space',
    explanation: 'The string has spaces or line breaks around it. Sign it without them.',
    strings: ({ fields, layout, built }) => {
      const message = signedString(fields, layout);
      const usual = ['\n', '\r\n', ' '].map((end) => message + end);
      return built?.trim() === message ? [...usual, built] : usual;
    },
  },
];

/** Orders in which only integrations list the fields. */
const ownOrders: readonly (readonly string[])[] = [
  // The order of the API documentation's tables.
  ['gateway', 'approved', 'canceled', 'invoice_no', 'amount', 'paymet_method', 'transaction_id', 'currency'],
  ['approved', 'invoice_no', 'amount', 'transaction_id', 'gateway', 'paymet_method', 'canceled', 'currency'],
];

/** A list of one's own is in its own order, whatever the layout. */
const unsorted = (fields: readonly Field[], layout: SignatureLayout) =>
  layout === 'raw' ? raw(fields) : encodeQuery(fields);
const raw = (fields: readonly Field[]) => signedString(fields, 'raw');
const sortedRaw = (fields: readonly Field[]) => signedString(fields, 'sorted-raw');

function percentEncoded(fields: readonly Field[]): string {
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  return fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}

/** The same amount as other programs print it: with or without decimals, as a number, with separators. */
function amountForms(fields: readonly Field[]): string[] {
  const text = fields.find(([name]) => name === 'amount')?.[1] ?? '';
  const number = Number(text);
  const forms = [
    String(number),
    number.toFixed(1),
    number.toFixed(2),
    number.toFixed(3),
    number.toLocaleString('en-US'),
    number.toLocaleString('en-US', { minimumFractionDigits: 2 }),
  ];
  return forms.filter((form) => form !== text);
}

function withAmount(fields: readonly Field[], amount: string): Field[] {
  return fields.map(([name, value]) => [name, name === 'amount' ? amount : value]);
}
