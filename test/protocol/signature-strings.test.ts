import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { differenceWords, firstDifference } from '../../src/protocol/first-difference.ts';
import { pastedAs, signedPart } from '../../src/protocol/pasted.ts';
import type { Field } from '../../src/protocol/signature.ts';
import { diagnose } from '../../src/protocol/signature-doctor.ts';
import type { SignedMessage } from '../../src/protocol/signed-message.ts';

/** A secret key that is also valid hex and base64. */
const key = 'c0ffee00c0ffee00';
const hmac = (text: string, secret: string | Buffer = key) =>
  createHmac('sha256', secret).update(text, 'utf8').digest('hex').toUpperCase();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').toUpperCase();

const fields: readonly Field[] = [
  ['gateway', 'aggregator'],
  ['approved', '1'],
  ['amount', '5.00'],
  ['invoice_no', 'A 1/é'],
  ['paymet_method', 'method_1'],
];
const signed = 'gateway=aggregator&approved=1&amount=5.00&invoice_no=A+1%2F%C3%A9&paymet_method=method_1';
const sorted = 'amount=5.00&approved=1&gateway=aggregator&invoice_no=A+1%2F%C3%A9&paymet_method=method_1';

const named = (change: Partial<SignedMessage>) =>
  diagnose({
    fields,
    came: fields,
    hashed: undefined,
    secretKey: key,
    layout: 'encoded',
    otherKeys: new Map(),
    credentials: new Map([
      ['API key', 'the_api_key'],
      ['test access token', 'the_token'],
    ]),
    body: undefined,
    ...change,
  }).mistakes.map(({ name }) => name);

describe('A mistake with the key is named', () => {
  it.each([
    ['wrong-credential', hmac(signed, 'the_api_key')],
    ['wrong-credential', hmac(signed, 'the_token')],
    ['secret-with-space', hmac(signed, `${key}\n`)],
    ['secret-with-space', hmac(signed, `${key} `)],
    ['secret-decoded', hmac(signed, Buffer.from(key, 'hex'))],
    ['secret-decoded', hmac(signed, Buffer.from(key, 'base64'))],
    ['no-hmac', sha256(signed + key)],
    ['no-hmac', sha256(key + signed)],
    ['no-hmac', sha256(signed)],
  ])('%s', (name, hashed) => {
    expect(named({ hashed })).toEqual([name]);
  });
});

describe('A mistake in the string that was built is named, whatever its hash', () => {
  it.each([
    [['sorted-keys'], sorted],
    [['not-encoded'], signed.replace('A+1%2F%C3%A9', 'A 1/é')],
    [['space-as-percent-20'], signed.replace('+', '%20')],
    [['hashed-included'], `${signed}&hashed=`],
    [['values-only'], 'aggregator15.00A 1/émethod_1'],
    [['body-signed'], JSON.stringify(Object.fromEntries(fields))],
    [['amount-reformatted'], signed.replace('5.00', '5')],
    [['payment-method-spelling'], signed.replace('paymet', 'payment')],
    [['html-escaped'], signed.replaceAll('&', '&amp;')],
    [['string-with-space'], `${signed}\n`],
    [['string-with-space'], `\t${signed}`],
    [[], 'something else'],
  ])('%j', (names, built) => {
    expect(named({ built })).toEqual(names);
  });

  it('once, even if the hash shows it too', () => {
    expect(named({ built: sorted, hashed: hmac(sorted) })).toEqual(['sorted-keys']);
  });

  it('wrong-key: where the string is right and the hash is nobody’s', () => {
    expect(named({ built: signed, hashed: hmac(signed, 'another key') })).toEqual(['wrong-key']);
    expect(named({ built: signed, hashed: hmac(signed, 'the_api_key') })).toEqual(['wrong-credential']);
    expect(named({ built: signed, hashed: hmac(signed).toLowerCase() })).toEqual(['lower-case']);
    expect(named({ built: signed, hashed: hmac(signed) })).toEqual([]);
  });

  it('wrong-key: not where the hash has a name of its own', () => {
    expect(named({ built: signed, hashed: hmac(sorted) })).toEqual(['sorted-keys']);
    expect(named({ built: signed, hashed: hmac(sorted).toLowerCase() })).toEqual([
      'lower-case',
      'sorted-keys',
    ]);
  });
});

describe('The first difference', () => {
  it.each([
    ['a=1&b=2', 'a=1&b=3', 7, 'b', 'First difference at character 7 (field b): expected “2”, got “3”.'],
    [
      'a=1&b=2',
      'b=2&a=1',
      1,
      'a',
      'First difference at character 1 (field a): expected “a=1&b=2”, got “b=2&a=1”.',
    ],
    ['a=1&b=2', 'a=1', 4, 'a', 'Yours ends at character 4 (field a): expected “&b=2”.'],
    ['a=1', 'a=1\n', 4, 'a', 'The correct string ends before character 4; yours continues with “\\n”.'],
    ['a=é', 'a=%C3%A9', 3, 'a', 'First difference at character 3 (field a): expected “é”, got “%C3%A9”.'],
    ['a=😀b', 'a=😀c', 4, 'a', 'First difference at character 4 (field a): expected “b”, got “c”.'],
    ['', 'a', 1, undefined, 'The correct string ends before character 1; yours continues with “a”.'],
  ])('of %j and %j', (right, other, position, field, words) => {
    const difference = firstDifference(right, other);
    expect(difference).toMatchObject({ position, field });
    expect(difference && differenceWords(difference)).toBe(words);
  });

  it('does not exist between equal strings', () => {
    expect(firstDifference(signed, signed)).toBeUndefined();
  });
});

describe('A message is read as what it looks like', () => {
  it.each([
    ['a=1&b=2', 'query'],
    ['https://shop.example/?a=1', 'query'],
    [' {"a":1}', 'body'],
    ['{"a":"?b=1"}', 'body'],
    ['{"a":{"b":1},"hashed":"AB"}', 'body'],
    ['{"url":"/return?a=1&hashed=AB"}', 'body'],
    ['GET /return?a=1 HTTP/1.1\r\nHost: x', 'request'],
    ['POST /callback\n\n{}', 'request'],
    ['GET x=1&b=2', 'request'],
    ['AMOUNT=1 2', 'query'],
  ])('%j is a %s', (text, form) => {
    expect(pastedAs(text)).toEqual({ [form]: text });
  });

  it.each([
    ['GET /return?a=1 HTTP/1.1\r\nHost: x\r\n\r\n', { query: '/return?a=1' }],
    ['POST /c?token=1 HTTP/1.1\r\nHost: x\r\n\r\n{"a":"1"}', { body: '{"a":"1"}' }],
    ['POST /c?token=1 HTTP/2\nHost: x\n\na=1&b=2\n', { query: 'a=1&b=2' }],
    ['GET /r?a=1 HTTP/1.1', { query: '/r?a=1' }],
    ['Host: x\n\n{"a":"1"}', undefined],
  ])('%j is signed by %j', (text, part) => {
    expect(signedPart(text)).toEqual(part);
  });
});
