import { describe, expect, it } from 'vitest';
import { withValue } from '../../src/cli/json-edit.ts';

describe('One value is set in a JSON text, and all else stays byte for byte:', () => {
  it.each<[string, string, string[], unknown, string]>([
    ['in an empty object', '{}', ['a', 'b'], true, '{ "a": { "b": true } }'],
    ['in an object of white space', ' {\n}\n', ['a'], 1, ' { "a": 1 }\n'],
    ['after the last member', '{\n\t"a": 1\n}', ['b'], 'x', '{\n\t"a": 1,\n\t"b": "x"\n}'],
    ['after the last member of one line', '{"a":1}', ['b'], 2, '{"a":1, "b": 2}'],
    ['instead of another value', '{"a": [1, {"b": 2}] , "c":3}', ['a'], null, '{"a": null , "c":3}'],
    ['deeper', '{"a":{"b":{ "c" : 1 }},"d":"}"}', ['a', 'b', 'c'], 2, '{"a":{"b":{ "c" : 2 }},"d":"}"}'],
    ['deeper than what is there', '{"a": "text"}', ['a', 'b'], 1, '{"a": { "b": 1 }}'],
    ['beside brackets and quotes in strings', '{"x":"\\"}{","a":1}', ['a'], 2, '{"x":"\\"}{","a":2}'],
    ['by the last of two members with one name', '{"a":1,"a":2}', ['a'], 3, '{"a":1,"a":3}'],
    ['by an escaped name', '{"\\u0061":1}', ['a'], 3, '{"\\u0061":3}'],
    ['after a byte order mark', '\uFEFF{"a":1}', ['a'], 2, '\uFEFF{"a":2}'],
  ])('%s', (_where, text, path, value, expected) => {
    expect(withValue(text, path, value)).toBe(expected);
  });

  it('a long object as JSON.stringify writes it, indented as its name is', () => {
    const names = Object.fromEntries([1, 2, 3].map((n) => [`token_${n}`, `a_rather_long_name_${n}`]));
    expect(JSON.parse(withValue('{\n  "names": {}\n}', ['names'], names))).toEqual({ names });
    expect(withValue('{\n  "names": {}\n}', ['names'], names)).toContain('\n    "token_1": ');
  });
});
