import { describe, expect, it } from 'vitest';
import type { Field } from '../../src/protocol/signature.ts';
import { diagnose } from '../../src/protocol/signature-doctor.ts';
import {
  amount,
  approved,
  fields,
  gateway,
  hmac,
  id,
  invoice,
  method,
  named,
  patient,
  raw,
  rawSorted,
  right,
  signed,
} from './callback-to-diagnose.ts';

const withAmount = (text: string) => signed.replace('1005.50', text);
const json = Object.fromEntries(fields);

describe('A hash that is right', () => {
  it('matches, and has no mistakes', () => {
    expect(diagnose(patient(right))).toEqual({
      signedString: signed,
      hashed: right,
      matches: true,
      mistakes: [],
    });
  });

  it.each([undefined, signed])('is told where none was given, with the string %s', (built) => {
    expect(diagnose(patient(undefined, { built }))).toEqual({
      signedString: signed,
      hashed: right,
      matches: false,
      mistakes: [],
    });
  });
});

describe('Each mistake is named', () => {
  it.each([
    ['lower-case', right.toLowerCase()],
    ['surrounding-space', `${right}\n`],
    ['sorted-keys', hmac([amount, approved, gateway, invoice, method, id].join('&'))],
    ['hashed-included', hmac(`${signed}&hashed=${right}`)],
    ['hashed-included', hmac(`${signed}&hashed=`)],
    ['not-encoded', hmac(raw)],
    ['space-as-percent-20', hmac(signed.replaceAll('+', '%20'))],
    ['values-only', hmac(fields.map(([, value]) => value).join(''))],
    ['values-only', hmac(fields.map(([, value]) => value).join('&'))],
    ['values-only', hmac(fields.map(([, value]) => value).join(','))],
    ['values-only', hmac(fields.map(([, value]) => value).join('|'))],
    ['body-signed', hmac(JSON.stringify(json))],
    ['body-signed', hmac(JSON.stringify(json, null, 2))],
    ['amount-reformatted', hmac(withAmount('1005.5'))],
    ['amount-reformatted', hmac(withAmount('1005.500'))],
    ['amount-reformatted', hmac(withAmount('1%2C005.5'))],
    ['amount-reformatted', hmac(withAmount('1%2C005.50'))],
    ['fixed-order', hmac([gateway, approved, invoice, amount, id, method].join('&'))],
    ['fixed-order', hmac([gateway, approved, invoice, amount, method, id].join('&'))],
    ['fixed-order', hmac([approved, invoice, amount, id, gateway, method].join('&'))],
    ['payment-method-spelling', hmac(signed.replace('paymet', 'payment'))],
    ['html-escaped', hmac(signed.replaceAll('&', '&amp;'))],
    ['string-with-space', hmac(`${signed}\n`)],
    ['string-with-space', hmac(`${signed}\r\n`)],
    ['string-with-space', hmac(`${signed} `)],
    ['wrong-secret', hmac(signed, 'sk_other')],
  ])('%s', (name, hashed) => {
    const { matches, mistakes } = diagnose(patient(hashed));
    expect(matches).toBe(false);
    expect(mistakes).toEqual([{ name, explanation: expect.stringMatching(/^[A-Z`].*\.$/s) }]);
  });

  it('hashed-included: with another hash than the right one, where it came', () => {
    const came: Field[] = [['hashed', 'FORGED'], ...fields];
    expect(named(hmac(`hashed=FORGED&${signed}`), { came })).toEqual(['hashed-included']);
  });

  it('space-as-percent-20: as encodeURIComponent writes it', () => {
    const text = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
    expect(named(hmac(text))).toEqual(['space-as-percent-20']);
  });

  it('body-signed: the very text of the body, however it is spaced', () => {
    const body = `{ "gateway" : "aggregator" }`;
    expect(named(hmac(body), { body })).toEqual(['body-signed']);
  });

  const rewritten = { 5: '5.00', '5.00': '5', '': '0.00', five: 'NaN' };
  it.each(Object.entries(rewritten))('amount-reformatted: “%s” that was signed as %s', (text, signedAs) => {
    const came: Field[] = [['amount', text]];
    expect(named(hmac(`amount=${signedAs}`), { fields: came, came })).toEqual(['amount-reformatted']);
  });

  it('fixed-order: of a card callback', () => {
    const card: Field[] = [
      ['gateway', 'cardgw'],
      ['approved', '1'],
      ['amount', '5.00'],
      ['currency', 'USD'],
      ['invoice_no', 'A'],
      ['transaction_id', '1'],
    ];
    const text = 'gateway=cardgw&approved=1&invoice_no=A&amount=5.00&transaction_id=1&currency=USD';
    expect(named(hmac(text), { fields: card, came: card })).toEqual(['fixed-order']);
  });
});

describe('sorted-text: the names were sorted after the message came', () => {
  const sorted = (hashed: string, names = fields) =>
    [...names, ['hashed', hashed] as const].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const namedIn = (came: readonly Field[], hashed: string) =>
    named(hashed, { fields: came.filter(([name]) => name !== 'hashed'), came });

  it.each([
    [gateway, approved, amount, invoice, method, id],
    [gateway, approved, invoice, amount, id],
  ])('The hash fits the order of the gateway', (...parts) => {
    const names = parts.map((part) => part.split('=')[0]);
    const hashed = hmac(parts.join('&'));
    const came = sorted(
      hashed,
      fields.filter(([name]) => names.includes(name)),
    );
    expect(namedIn(came, hashed)).toEqual(['sorted-text']);
  });

  it('Not where `hashed` is last, the names are not sorted, or the order is that of a list of your own', () => {
    const own = hmac([approved, invoice, amount, id, gateway, method].join('&'));
    const other = hmac([gateway, approved, invoice, amount, id, method].join('&'));
    const withoutHash = fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(namedIn(sorted(own), own)).toEqual(['fixed-order']);
    expect(namedIn([...withoutHash, ['hashed', right]], right)).toEqual(['fixed-order']);
    expect(namedIn([['hashed', other], ...fields], other)).toEqual(['fixed-order']);
  });
});

describe('Several mistakes are all named', () => {
  it.each([
    [
      ['lower-case', 'sorted-keys'],
      hmac([amount, approved, gateway, invoice, method, id].join('&')).toLowerCase(),
    ],
    [['lower-case', 'not-encoded'], hmac(raw).toLowerCase()],
    [['sorted-keys', 'not-encoded'], hmac(rawSorted)],
    [['lower-case', 'surrounding-space'], ` ${right.toLowerCase()} `],
    [['lower-case', 'wrong-secret'], hmac(signed, 'sk_other').toLowerCase()],
  ])('%j', (names, hashed) => {
    expect(named(hashed)).toEqual(names);
  });
});

describe('Nothing is named that was not done', () => {
  it('Sorting values that need no encoding is sorting alone', () => {
    const plain: Field[] = [
      ['b', '1'],
      ['a', '2'],
    ];
    expect(named(hmac('a=2&b=1'), { fields: plain, came: plain })).toEqual(['sorted-keys']);
  });

  it('Raw values in an order that is sorted anyway are raw alone', () => {
    const sortedAnyway: Field[] = [
      ['approved', '1'],
      ['invoice_no', 'A 1'],
    ];
    const fields = { fields: sortedAnyway, came: sortedAnyway };
    expect(named(hmac('approved=1&invoice_no=A 1'), fields)).toEqual(['not-encoded']);
  });

  it.each([
    ['', ''],
    ['no hash', 'hello'],
    ['a hash of something else', hmac('something else')],
    ['the hash of an unknown key', hmac(signed, 'sk_unknown')],
    ['SHA-256 without a key', '0'.repeat(64)],
    ['a part of the right one', right.slice(0, 63)],
    ['the right one twice', right + right],
    ['10 KB', 'A'.repeat(10_000)],
  ])('%s: the list is empty', (_what, hashed) => {
    expect(diagnose(patient(hashed))).toEqual({
      signedString: signed,
      hashed: right,
      matches: false,
      mistakes: [],
    });
  });

  it('An unexplained hash in lower case is not called right but for its case', () => {
    expect(named(hmac('something else').toLowerCase())).toEqual([]);
  });

  it('An order as sent is no mistake of a list of your own, whatever the layout', () => {
    expect(named(right, { layout: 'sorted' })).toEqual(['other-layout']);
  });
});
