import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FormValue, type ParsedBody, parseBody } from '../../src/protocol/form-encoding.ts';

const URLENCODED = 'application/x-www-form-urlencoded';

/** `\xff` in the text stands for that byte. */
function parse(latin1: string): ParsedBody {
  return parseBody(URLENCODED, Buffer.from(latin1, 'latin1'), { json: false });
}

function fieldsOf(parsed: ParsedBody): [string, FormValue][] {
  if (!('form' in parsed)) throw new Error(`no form: ${JSON.stringify(parsed)}`);
  return [...parsed.form];
}

describe('Request fields are sent as form fields', () => {
  it('one by one, in their order', () => {
    const body = 'mobile_number=0912345678&birth_year=1990&amount=10.00';
    expect(fieldsOf(parse(body))).toEqual([
      ['mobile_number', { text: '0912345678' }],
      ['birth_year', { text: '1990' }],
      ['amount', { text: '10.00' }],
    ]);
  });

  it.each([
    ['a=', ''],
    ['a', ''],
    ['a=b=c', 'b=c'],
    ['a==', '='],
    ['&&a=1&&', '1'],
    ['a=x+y', 'x y'],
    ['a=x%20y', 'x y'],
    ['a=x%2By', 'x+y'],
    ['%61=1', '1'],
    ['a=a%26b%3dc', 'a&b=c'],
    ['a=a%2541', 'a%41'],
    ['a=%D8%AF%d9%8a', 'دي'],
    ['a=\xd8\xaf', 'د'],
    ['a=\xf0\x9f%9b%92', '🛒'],
    ['a=%ef%bb%bf1', '\uFEFF1'],
    ['a=e%CC%81', 'e\u0301'],
    ['a=%EF%BF%BD', '\uFFFD'],
    ['a=%0D%0A', '\r\n'],
    ['a=1\r\n', '1\r\n'],
    ['a=1;b=2', '1;b=2'],
    ['a=\x7f', '\x7f'],
    ['a=\xc2\x80', '\x80'],
  ])('%j carries %j', (body, text) => {
    expect(fieldsOf(parse(body))).toEqual([['a', { text }]]);
  });

  it.each(['%', '%4', '%zz', '%4g', '100%', '%%', '%u0041', '%-1', '%+'])(
    'the bad percent sequence %s stays as written',
    (sequence) => {
      expect(fieldsOf(parse(`a=${sequence}`))).toEqual([['a', { text: sequence.replace('+', ' ') }]]);
    },
  );

  it.each([
    ['%ff', 'not-utf8'],
    ['\xff', 'not-utf8'],
    ['\x80', 'not-utf8'],
    ['caf\xe9', 'not-utf8'],
    ['%c0%80', 'not-utf8'],
    ['%ed%a0%80', 'not-utf8'],
    ['%f4%90%80%80', 'not-utf8'],
    ['%d8', 'not-utf8'],
    ['%00', 'nul'],
    ['5%00', 'nul'],
    ['5\0', 'nul'],
    ['%d8%af%00', 'nul'],
  ])('the value %j is no text: %s', (value, fault) => {
    expect(fieldsOf(parse(`a=${value}&b=1`))).toEqual([
      ['a', { fault }],
      ['b', { text: '1' }],
    ]);
  });

  it.each(['a=1&a=1', 'a=1&a=2', 'a&a', 'a=1&%61=1', 'a=%ff&a=1', 'a=1&a=%00', 'a=1&a=2&a=3'])(
    'a name sent more than once is a fault: %s',
    (body) => expect(fieldsOf(parse(body))).toEqual([['a', { fault: 'repeated' }]]),
  );

  it('names are exactly as written, so brackets, case and prototypes mean nothing', () => {
    const body = 'amount[]=1&amount[a]=2&Amount=3&__proto__=4&constructor=5&=6&%61.b=7';
    const parsed = parse(body);
    expect(fieldsOf(parsed).map(([name]) => name)).toEqual([
      'amount[]',
      'amount[a]',
      'Amount',
      '__proto__',
      'constructor',
      '',
      'a.b',
    ]);
    expect('form' in parsed && parsed.form.get('amount')).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, 'amount')).toBe(false);
  });

  it('a name that is not UTF-8 is ignored, however often it is sent', () => {
    expect(fieldsOf(parse('%ff=1&\xff=2&%ff=3&a=4'))).toEqual([['a', { text: '4' }]]);
  });

  it('reads what URLSearchParams writes', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
    fc.assert(
      fc.property(fc.dictionary(text, text), (fields) => {
        const sent = Object.entries(fields);
        const body = new URLSearchParams(sent).toString();
        expect(fieldsOf(parse(body))).toEqual(sent.map(([name, value]) => [name, { text: value }]));
      }),
    );
  });

  it('reads a body that is a view into a larger buffer', () => {
    const whole = new Uint8Array(Buffer.from('xxa=1&b=2xx'));
    expect(fieldsOf(parseBody(URLENCODED, whole.subarray(2, 9), { json: false }))).toEqual([
      ['a', { text: '1' }],
      ['b', { text: '2' }],
    ]);
  });
});
