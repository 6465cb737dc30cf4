import { describe, expect, it } from 'vitest';
import { type ParsedBody, parseBody } from '../../src/protocol/form-encoding.ts';

const JSON_TYPES = [
  'application/json',
  'Application/JSON; charset=utf-8',
  'text/json',
  'application/vnd.api+json',
];

function parse(latin1: string, json: boolean, contentType = 'application/json'): ParsedBody {
  return parseBody(contentType, Buffer.from(latin1, 'latin1'), { json });
}

describe('A JSON body is not a form', () => {
  it.each(JSON_TYPES)('so %s is handed back as the type that was sent', (contentType) => {
    expect(parse('{"amount":"5"}', false, contentType)).toEqual({ unsupported: contentType });
    expect(parse('[1]', false, contentType)).toEqual({ unsupported: contentType });
  });

  it.each([true, false])('and without a body neither (JSON taken: %s)', (json) => {
    expect(parse('', json)).toEqual({ unsupported: 'application/json' });
  });

  it.each(['{', '{"a":1,}', "{'a':1}", 'a=1', ' ', '{"a":NaN}', '{"a":1}{"b":2}', '{"a":"\n"}', '[[['])(
    'and broken JSON, %j, is unreadable whether JSON is taken or not',
    (body) => {
      const answer = { unreadable: 'The body is not valid JSON, although its Content-Type says so.' };
      expect(parse(body, false)).toEqual(answer);
      expect(parse(body, true)).toEqual(answer);
    },
  );

  it('and JSON in another encoding than UTF-8 is unreadable', () => {
    const answer = { unreadable: 'The JSON body is not valid UTF-8.' };
    expect(parse('{"a":"\xff"}', false)).toEqual(answer);
    expect(parse('{"a":"\xff"}', true)).toEqual(answer);
  });

  it('and JSON nested beyond the stack is unreadable', () => {
    expect(parse('['.repeat(32_000) + ']'.repeat(32_000), true)).toHaveProperty('unreadable');
  });
});

describe('Where JSON is taken, an object of scalars is the form', () => {
  it('strings as they are, numbers and booleans as they are written', () => {
    const body = '{"amount":5.00,"process_id":12345678901234567890,"code":"0042","lang":true,"x":1e2,"y":-0}';
    expect(parse(body, true)).toEqual({
      form: new Map([
        ['amount', { text: '5.00' }],
        ['process_id', { text: '12345678901234567890' }],
        ['code', { text: '0042' }],
        ['lang', { text: 'true' }],
        ['x', { text: '1e2' }],
        ['y', { text: '-0' }],
      ]),
    });
  });

  it('null and nested values count as missing', () => {
    const body = '{"a":null,"b":[1],"c":{"amount":5},"d":"1"}';
    expect(parse(body, true)).toEqual({ form: new Map([['d', { text: '1' }]]) });
  });

  it('a NUL and a lone surrogate are faults, escaped characters are themselves', () => {
    expect(parse('{"a":"5\\u0000","b":"\\ud800","c":"\\u062f\\ud83d\\uded2"}', true)).toEqual({
      form: new Map([
        ['a', { fault: 'nul' }],
        ['b', { fault: 'not-utf8' }],
        ['c', { text: 'د🛒' }],
      ]),
    });
  });

  it('__proto__ is a name like another', () => {
    const parsed = parse('{"__proto__":"x","constructor":"y"}', true);
    expect(parsed).toEqual({
      form: new Map([
        ['__proto__', { text: 'x' }],
        ['constructor', { text: 'y' }],
      ]),
    });
    expect(parse('{"__proto__":{"amount":"5"}}', true)).toEqual({ form: new Map() });
  });

  it.each(['[]', '[{"amount":5}]', '"amount"', '5', 'true', 'null'])(
    '%s is no object: unreadable',
    (body) => {
      expect(parse(body, true)).toEqual({
        unreadable: 'The JSON body must be an object of field names and values.',
      });
    },
  );
});
