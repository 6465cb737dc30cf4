import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FormValue, type ParsedBody, parseBody } from '../../src/protocol/form-encoding.ts';

const URLENCODED = 'application/x-www-form-urlencoded';

function parse(contentType: string | undefined, body: string): ParsedBody {
  return parseBody(contentType, Buffer.from(body), { json: false });
}

function fieldsOf(parsed: ParsedBody): [string, FormValue][] {
  if (!('form' in parsed)) throw new Error(`no form: ${JSON.stringify(parsed)}`);
  return [...parsed.form];
}

describe('The Content-Type of a request', () => {
  it.each([
    URLENCODED,
    'Application/X-WWW-Form-Urlencoded',
    ` ${URLENCODED} ; foo=bar`,
    `${URLENCODED};charset=UTF-8`,
    `${URLENCODED}; Charset="utf-8"`,
    `${URLENCODED}; charset=utf8`,
    `${URLENCODED};`,
    `${URLENCODED}; garbage "`,
  ])('%j is a form', (contentType) => {
    expect(fieldsOf(parse(contentType, 'a=1'))).toEqual([['a', { text: '1' }]]);
  });

  it.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/xml',
    'application/octet-stream',
    'multipart/mixed; boundary=x',
    'application/x-www-form-urlencodedx',
    `${URLENCODED}, text/plain`,
    `${URLENCODED}; charset=iso-8859-1`,
    'form',
    ';',
    '\u00e9',
  ])('%j is not supported, and is handed back as sent', (contentType) => {
    expect(parse(contentType, 'a=1')).toEqual({ unsupported: contentType });
    expect(parse(contentType, '')).toEqual({ unsupported: contentType });
  });

  it('may be missing when the body is empty: a form without fields', () => {
    expect(fieldsOf(parse(undefined, ''))).toEqual([]);
    expect(fieldsOf(parse('', ''))).toEqual([]);
    expect(fieldsOf(parse(URLENCODED, ''))).toEqual([]);
  });

  it('may not be missing when there is a body', () => {
    expect(parse(undefined, 'a=1')).toEqual({ unsupported: '' });
    expect(parse('', 'a=1')).toEqual({ unsupported: '' });
  });
});

describe('Whatever the bytes are', () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  const contentType = fc.oneof(
    fc.constantFrom(
      undefined,
      URLENCODED,
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=a',
    ),
    fc.string({ unit: 'binary' }),
    fc.string().map((tail) => `${URLENCODED};${tail}`),
    fc.string().map((tail) => `multipart/form-data;${tail}`),
  );

  it('reading them never throws, and no text has a NUL or a lone surrogate', () => {
    fc.assert(
      fc.property(contentType, bytes, fc.boolean(), (type, body, json) => {
        const parsed = parseBody(type, body, { json });
        if (!('form' in parsed)) return;
        for (const value of parsed.form.values()) {
          if ('text' in value) expect(value.text.isWellFormed() && !value.text.includes('\0')).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('U+FFFD is never made up', () => {
    const mark = Buffer.from('\uFFFD');
    fc.assert(
      fc.property(bytes, (body) => {
        fc.pre(!Buffer.from(body).includes(mark) && !body.includes(0x25));
        expect(JSON.stringify(fieldsOf(parseBody(URLENCODED, body, { json: false })))).not.toContain(
          '\uFFFD',
        );
      }),
    );
  });
});
