import { describe, expect, test } from 'vitest';
import { pairsOfQuery, verifyHash } from '../../examples/node-merchant/src/verify-hash.ts';
import { sign } from './merchant-with-order.ts';

const secretKey = 'demo_secret_key';
const cardSecret = 'sk_ac63978fe4bc6defb55045fe84492021d1e87555';
const cardFields = 'gateway=localbankcards&approved=1&invoice_no=14022023&amount=5.00&transaction_id=100900';
const cardHash = '79CA9C64A7DF0BB5E634CFA67A90219F5A6C7197265B8732CC5372EF519F761F';
const returnSecret = 'sk_40a07a6c0e63818dc2b292c8e302894e08acedfb';
const returnFields = 'approved=1&invoice_no=43321';
const returnHash = 'E6E3486C137F4260C2C598C7A903836CDDBC1FAF87240A58660FA91F363D5DBA';

describe('the verifier accepts what the gateway signed', () => {
  test.each([
    ['a card callback', cardFields, cardHash, cardSecret],
    ['an aggregator return', returnFields, returnHash, returnSecret],
  ])('%s', (_name, fields, hashed, secret) => {
    expect(verifyHash(pairsOfQuery(`${fields}&hashed=${hashed}`), secret)).toBe(true);
  });

  test('wherever in the query the hash stands', () => {
    expect(verifyHash(pairsOfQuery(`hashed=${cardHash}&${cardFields}`), cardSecret)).toBe(true);
  });

  test('values that have to be URL-encoded, as http_build_query encodes them', () => {
    const hashed = sign('invoice_no=a+b%2A%7E%2F%C3%A9%26');
    const fields: [string, string][] = [
      ['invoice_no', 'a b*~/é&'],
      ['hashed', hashed],
    ];
    expect(verifyHash(fields, secretKey)).toBe(true);
  });
});

describe('the verifier refuses', () => {
  test.each([
    ['a wrong hash', `${cardFields}&hashed=${cardHash.replace('7', '8')}`],
    ['a lower-case hash', `${cardFields}&hashed=${cardHash.toLowerCase()}`],
    ['a hash cut short', `${cardFields}&hashed=${cardHash.slice(0, 62)}`],
    ['a hash that is not hexadecimal', `${cardFields}&hashed=${'Z'.repeat(64)}`],
    ['an empty hash', `${cardFields}&hashed=`],
    ['no hash', cardFields],
    ['a changed amount', `${cardFields.replace('5.00', '500')}&hashed=${cardHash}`],
    ['approved turned to 0', `${cardFields.replace('approved=1', 'approved=0')}&hashed=${cardHash}`],
    ['an extra field', `${cardFields}&utm_source=mail&hashed=${cardHash}`],
    ['a field that is missing', `${cardFields.replace('&amount=5.00', '')}&hashed=${cardHash}`],
    [
      'another order of fields',
      `approved=1&gateway=localbankcards&${cardFields.slice(34)}&hashed=${cardHash}`,
    ],
    ['two hashes', `${cardFields}&hashed=${cardHash}&hashed=${cardHash}`],
  ])('%s', (_name, query) => {
    expect(verifyHash(pairsOfQuery(query), cardSecret)).toBe(false);
  });

  test('another merchant’s secret', () => {
    expect(verifyHash(pairsOfQuery(`${cardFields}&hashed=${cardHash}`), returnSecret)).toBe(false);
  });

  test('a field given twice, even when the doubled string is what was signed', () => {
    const query = 'amount=5.00&amount=500';
    expect(verifyHash(pairsOfQuery(`${query}&hashed=${sign(query)}`), secretKey)).toBe(false);
  });
});
