import { describe, expect, it } from 'vitest';
import { replaceField } from '../../src/protocol/replace-field.ts';

const to = (text: string) => ({ name: 'invoice_no', text });
const formData = 'multipart/form-data; boundary="b"';
const part = (name: string, text: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

describe('replaceField', () => {
  it.each([
    ['', 'invoice_no=1', 'invoice_no=N'],
    ['application/x-www-form-urlencoded', 'a=%zz&invoice%5Fno=1&b&&x=1', 'a=%zz&invoice_no=N&b&&x=1'],
    ['application/x-www-form-urlencoded', '?invoice_no=1', '?invoice_no=1'],
    ['application/x-www-form-urlencoded', '?a=1&invoice_no', '?a=1&invoice_no=N'],
    ['application/json', '{"invoice_no":1.0}', '{"invoice_no":"N"}'],
    ['application/json', '{"invoice_no":{"a":[1,"}"]},"b":2.50}', '{"invoice_no":"N","b":2.50}'],
    ['application/json', '{"invoice_no":null,"invoice_no":"x"}', '{"invoice_no":"N","invoice_no":"N"}'],
    ['application/json', '{"a":["invoice_no","\\\\\\"",":"]}', '{"a":["invoice_no","\\\\\\"",":"]}'],
    ['application/json', ' {} ', ' {} '],
    ['application/json', 'null', 'null'],
    ['application/vnd.x+json', '{ "invoice_no" : "a\\"b" }', '{ "invoice_no" : "N" }'],
    ['text/plain', 'hello', 'hello'],
    [
      formData,
      `é\r\n${part('invoice_no', '')}${part('x', 'é\r\n--bb')}${part('invoice_no', '1\r\n2')}--b-- end`,
      `é\r\n${part('invoice_no', 'N')}${part('x', 'é\r\n--bb')}${part('invoice_no', 'N')}--b-- end`,
    ],
  ])('%s %j', (type, body, replaced) => {
    expect(replaceField(type, body, to('N'))).toBe(replaced);
  });

  it.each(['--b', '1\r\n--b--', '1\r\n--bx'])('a text with the boundary does not fit in: %j', (text) => {
    expect(replaceField(formData, `${part('invoice_no', '1')}--b--`, to(text))).toBeUndefined();
  });
});
