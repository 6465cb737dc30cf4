import { type Field, sign } from '../../src/protocol/signature.ts';

/** What callbacks and returns look like on arrival, for every verifier. */

export const key = 'sk_ac63978fe4bc6defb55045fe84492021d1e87555';
/** A localbankcards callback from the API document. */
const query = 'gateway=localbankcards&approved=1&invoice_no=14022023&amount=5.00&transaction_id=100900';
const hashed = '79CA9C64A7DF0BB5E634CFA67A90219F5A6C7197265B8732CC5372EF519F761F';
const fields = Object.fromEntries(new URLSearchParams(query));

const odd: Field[] = [
  ['gateway', 'aggregator'],
  ['approved', '1'],
  ['invoice_no', 'a b*~/é&=+%2B"\'<ليبيا>😀'],
  ['paymet_method', 'method_1'],
];
const signedOdd = sign(odd, key);
const bodyOf = (members: object) => JSON.stringify(members);

const signedQuery = (text: string) => `${text}&hashed=${sign([...new URLSearchParams(text)], key).hashed}`;
const twice = signedQuery('amount=5.00&amount=500');

/** Encoders replace half a character by another one. The hash of that one proves nothing. */
const halfFor = (other: string) =>
  bodyOf({ invoice_no: 'a\ud800', hashed: sign([['invoice_no', `a${other}`]], key).hashed });

export const genuine: Readonly<Record<string, readonly [raw: string, fields: object]>> = {
  'a query': [`${query}&hashed=${hashed}`, fields],
  'a query with its question mark': [`?${query}&hashed=${hashed}`, fields],
  'hashed in front': [`hashed=${hashed}&${query}`, fields],
  'parameters of your return_url, with names that PHP would change': [
    `shop[a]=1&order.id=7&${query}&x=1&x=2&hashed=${hashed}`,
    fields,
  ],
  'parameters of your return_url with a lone %': [
    `off=50%&100%&5%=x&${query}&y=%zz&hashed=${hashed}`,
    fields,
  ],
  'characters that encoders disagree about, in a query': [
    `${signedOdd.signedString}&hashed=${signedOdd.hashed}`,
    Object.fromEntries(odd),
  ],
  'the same encoded otherwise on its way': [
    `${signedOdd.signedString.replaceAll('+', '%20').replaceAll('%7E', '~').replaceAll('%2A', '*')}&hashed=${signedOdd.hashed}`,
    Object.fromEntries(odd),
  ],
  'a JSON body': [bodyOf({ ...Object.fromEntries(odd), hashed: signedOdd.hashed }), Object.fromEntries(odd)],
  'the method as most clients spell it': [signedQuery('payment_method=m'), { payment_method: 'm' }],
  'a cancel that says that it is not paid': [
    signedQuery('approved=0&canceled=1'),
    { approved: '0', canceled: '1' },
  ],
  'a JSON body with numbers': [bodyOf({ ...fields, transaction_id: 100_900, approved: 1, hashed }), fields],
};

export const halfForReplacement = 'half a character where U+FFFD was signed';

export const forged: Readonly<Record<string, string>> = {
  nothing: '',
  'no hash': query,
  'an empty hash': `${query}&hashed=`,
  'a wrong hash': `${query}&hashed=${hashed.replace('7', '8')}`,
  'a lower-case hash': `${query}&hashed=${hashed.toLowerCase()}`,
  'a hash cut short': `${query}&hashed=${hashed.slice(0, 62)}`,
  'a hash with a line break': `${query}&hashed=${hashed}%0A`,
  'a hash of other letters': `${query}&hashed=${'é'.repeat(64)}`,
  'another amount': `${query.replace('5.00', '500')}&hashed=${hashed}`,
  'another result': `${query.replace('approved=1', 'approved=0')}&hashed=${hashed}`,
  'a field less': `${query.replace('&amount=5.00', '')}&hashed=${hashed}`,
  'the hash of another secret key': `${query}&hashed=${sign([...new URLSearchParams(query)], 'another').hashed}`,
  'a field twice, as it was signed': twice,
  'another order': `approved=1&gateway=localbankcards&${query.slice(34)}&hashed=${hashed}`,
  'two hashes': `${query}&hashed=${hashed}&hashed=${hashed}`,
  'a second amount': `${query}&amount=9.00&hashed=${hashed}`,
  'broken encoding': `${query}%&hashed=${hashed}`,
  'no JSON': '{',
  'another kind of JSON': '[1]',
  'nested JSON': bodyOf({ ...fields, amount: { a: 1 }, hashed }),
  'true for 1': bodyOf({ ...fields, approved: true, hashed }),
  'a list for hashed': bodyOf({ ...fields, hashed: [hashed] }),
  'paid and canceled at once': signedQuery(`${query}&canceled=1`),
  'half a character': `{"gateway":"\\ud800","hashed":"${hashed}"}`,
  'half a character where ? was signed': halfFor('?'),
  [halfForReplacement]: halfFor('\ufffd'),
  'deep JSON': `{"gateway":${'['.repeat(100_000)}`,
};
