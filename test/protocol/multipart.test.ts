import { describe, expect, it } from 'vitest';
import { type FormValue, type ParsedBody, parseBody } from '../../src/protocol/form-encoding.ts';

/** `\xff` in the text stands for that byte; each `|` is a CRLF. */
function parse(body: string, contentType = 'multipart/form-data; boundary=b'): ParsedBody {
  return parseBody(contentType, Buffer.from(body.replaceAll('|', '\r\n'), 'latin1'), { json: false });
}

function part(parameters: string, value: string, headers = ''): string {
  return `--b|Content-Disposition: form-data; ${parameters}${headers}||${value}|`;
}

function form(...fields: [string, FormValue][]): ParsedBody {
  return { form: new Map(fields) };
}

function unreadable(why: string): ParsedBody {
  return { unreadable: `The multipart body cannot be read: ${why}.` };
}

const AMOUNT = part('name="amount"', '5');
const AMOUNT_FORM = form(['amount', { text: '5' }]);

describe('Request fields may be sent as multipart/form-data', () => {
  it('one part a field, its value byte for byte', () => {
    const value = ' 5||--c|--bb|--b -|';
    expect(parse(`${AMOUNT}${part('name="note"', value)}--b--|`)).toEqual(
      form(['amount', { text: '5' }], ['note', { text: value.replaceAll('|', '\r\n') }]),
    );
  });

  it.each([
    ['multipart/form-data; boundary="b"'],
    ['Multipart/Form-Data;BOUNDARY=b; charset=utf-8'],
    ['multipart/form-data; charset="UTF-8"; boundary=b'],
    ['multipart/form-data; boundary = b'],
  ])('with the Content-Type %s', (contentType) => {
    expect(parse(`${AMOUNT}--b--`, contentType)).toEqual(AMOUNT_FORM);
  });

  it.each([
    ['a preamble', `Hello|--bb|${AMOUNT}--b--|`],
    ['a line break first', `|${AMOUNT}--b--|`],
    ['an epilogue', `${AMOUNT}--b--|${AMOUNT}`],
    ['no line break at the end', `${AMOUNT}--b--`],
    ['padding after the boundary', `${AMOUNT.replace('--b|', '--b \t|')}--b-- |`],
  ])('with %s', (_what, body) => {
    expect(parse(body)).toEqual(AMOUNT_FORM);
  });

  it.each([
    'content-disposition:form-data;name="amount"',
    'Content-Disposition: Form-Data; Name="amount"; other=x;',
    'Content-Disposition: form-data; name=amount',
    'Content-Type: text/plain; charset=iso-8859-1|Content-Disposition: form-data; name="amount"',
    'Content-Disposition: form-data;|  name="amount"|Content-Transfer-Encoding: base64',
    'Content-Disposition: form-data; name="amount"; name="other"',
  ])('with the headers %s', (headers) => {
    expect(parse(`--b|${headers}||5|--b--`)).toEqual(AMOUNT_FORM);
  });

  it.each([
    ['name="a\\"b"', 'a"b'],
    ['name="a%22b%0d%0Ac"', 'a"b\r\nc'],
    ['name="a%41"', 'a%41'],
    ['name="a\\b\\\\c"', 'a\\b\\\\c'],
    ['name="amount[]"', 'amount[]'],
    ['name="__proto__"', '__proto__'],
    ['name="a;b=c"', 'a;b=c'],
    ['name="\xd8\xaf"', 'د'],
    ['name=""', ''],
  ])('%s is the name %j', (parameters, name) => {
    expect(parse(`${part(parameters, '5')}--b--`)).toEqual(form([name, { text: '5' }]));
  });

  it.each([
    ['', { text: '' }],
    ['\xd8\xaf', { text: 'د' }],
    ['%41+', { text: '%41+' }],
    ['caf\xe9', { fault: 'not-utf8' }],
    ['5\0', { fault: 'nul' }],
  ] satisfies [string, FormValue][])('the bytes %j are %j', (value, read) => {
    expect(parse(`${part('name="a"', value)}--b--`)).toEqual(form(['a', read]));
  });

  it('a part that ends with its headers is an empty value', () => {
    expect(parse('--b|Content-Disposition: form-data; name="a"||--b--')).toEqual(form(['a', { text: '' }]));
  });

  it.each(['name="a"; filename="a.txt"', 'filename=""; name="a"', 'name="a"; filename*=UTF-8\'\'x'])(
    'a file where text belongs is a fault: %s',
    (parameters) => expect(parse(`${part(parameters, '5')}--b--`)).toEqual(form(['a', { fault: 'file' }])),
  );

  it('a name sent more than once is a fault', () => {
    expect(parse(`${AMOUNT}${AMOUNT}--b--`)).toEqual(form(['amount', { fault: 'repeated' }]));
    expect(parse(`${AMOUNT}${part('name="amount"; filename="x"', '')}--b--`)).toEqual(
      form(['amount', { fault: 'repeated' }]),
    );
  });

  it('a name that is not UTF-8 is ignored', () => {
    expect(parse(`${part('name="\xff"', '1')}${AMOUNT}--b--`)).toEqual(AMOUNT_FORM);
  });
});

describe('A multipart body cannot be read', () => {
  it.each([
    ['multipart/form-data', 'its Content-Type names no boundary'],
    ['multipart/form-data; boundary=', 'its Content-Type names no boundary'],
    ['multipart/form-data; boundary=""', 'its Content-Type names no boundary'],
    ['multipart/form-data; xboundary=b', 'its Content-Type names no boundary'],
    [`multipart/form-data; boundary=${'b'.repeat(71)}`, 'its boundary is longer than 70 characters'],
    ['multipart/form-data; boundary=B', 'the boundary that its Content-Type names is not in it'],
    ['multipart/form-data; boundary=--b', 'the boundary that its Content-Type names is not in it'],
  ])('with the Content-Type %s', (contentType, why) => {
    expect(parse(`${AMOUNT}--b--`, contentType)).toEqual(unreadable(why));
  });

  it.each([
    ['', 'it is empty'],
    ['--b--|', 'it is empty, it has a closing boundary and no parts'],
    [AMOUNT, 'its closing boundary is missing'],
    ['--b|', 'its closing boundary is missing'],
    [`${AMOUNT}--b`, 'its closing boundary is missing'],
    [`${AMOUNT}--b-|`, 'its closing boundary is missing'],
    [`${AMOUNT}--b--`.replaceAll('|', '\n'), 'its lines end in LF alone where CRLF is required'],
    ['amount=5', 'the boundary that its Content-Type names is not in it'],
    ['{"amount":5}', 'the boundary that its Content-Type names is not in it'],
    [`x${AMOUNT}`, 'the boundary that its Content-Type names is not in it'],
    ['--b|--b--', 'a part has no blank line after its headers'],
    ['--b|Content-Disposition: form-data; name="a"|--b--', 'a part has no blank line after its headers'],
    [`--b|${'x'.repeat(8193)}||5|--b--`, 'the headers of a part are longer than 8 KiB'],
    [`${part('x=y', '5')}--b--`, 'a part has no name'],
    [`${part('filename="x"', '5')}--b--`, 'a part has no name'],
    [`${part("name*=UTF-8''a", '5')}--b--`, 'a part has no name'],
  ])('%.60j', (body, why) => {
    expect(parse(body)).toEqual(unreadable(why));
  });

  it.each([
    '',
    'Content-Type: text/plain|',
    'Content-Disposition: attachment; name="a"|',
    'Content-Disposition: |',
    'Content-Disposition: form-data; name="a|',
    'Content-Disposition: form-data; name="a"b"|',
    'Content-Disposition: form-data; name="a" filename="b"|',
    'Content-Disposition: form-data name="a"|',
  ])('when a part begins with the headers %j', (headers) => {
    expect(parse(`--b|${headers}|5|--b--`)).toEqual(
      unreadable('a part has no readable "Content-Disposition: form-data" header'),
    );
  });

  it('with a part whose headers, with the line break before them, are longer than 8 KiB', () => {
    const padded = (bytes: number) => {
      const name = '|Content-Disposition: form-data; name="a"|X: ';
      return parse(`--b${name}${'x'.repeat(bytes - name.replaceAll('|', '\r\n').length)}||5|--b--`);
    };
    expect(padded(8192)).toEqual({ form: new Map([['a', { text: '5' }]]) });
    expect(padded(8193)).toEqual(unreadable('the headers of a part are longer than 8 KiB'));
  });

  it('with more than 64 parts', () => {
    const parts = Array.from({ length: 65 }, (_, index) => part(`name="f${index}"`, '5'));
    expect(parse(`${parts.slice(1).join('')}--b--`)).toHaveProperty('form.size', 64);
    expect(parse(`${parts.join('')}--b--`)).toEqual(unreadable('it has more than 64 parts'));
  });
});
