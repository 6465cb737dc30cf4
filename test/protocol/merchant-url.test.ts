import { describe, expect, it } from 'vitest';
import { judgeMerchantUrl } from '../../src/protocol/merchant-url.ts';

function whyNot(text: string): string | undefined {
  const verdict = judgeMerchantUrl(text, () => false);
  return 'why' in verdict ? verdict.why : undefined;
}

const ABSOLUTE = 'Send an absolute URL that begins with http:// or https:// and names a host.';
const ENCODE = 'Percent-encode spaces, backslashes and control characters in the URL.';
const UNPARSABLE = 'The URL cannot be parsed: check its host and its port.';

describe('A return_url or callback_url is an absolute http or https URL', () => {
  it.each(
    [
      ['https://shop.example/return', 'http://shop.example', 'HTTPS://Shop.Example:8443/a/b?c=d#e'],
      [
        'http://127.0.0.1:3000/',
        'http://localhost/cb',
        'http://[::1]:3000/',
        'http://192.168.1.5/',
        'http://shop/',
      ],
      ['http://2130706433/', 'http://shop.example./', 'http://sandbox.test/', 'http://sandbox.test:4011/'],
      [
        'http://h/?"<>\'`{}|^',
        'http://h/%zz',
        'http://h/é?ü=ß#ñ',
        'http://متجر.example/',
        'http://h/?a@b',
        'http://h?#',
      ],
      [`http://h/${'a'.repeat(2039)}`],
    ].flat(),
  )('%.60s is one', (text) => {
    expect(judgeMerchantUrl(text, () => false)).toEqual({ url: new URL(text) });
  });

  it.each(
    [
      ['', 'Send an absolute URL that begins with http:// or https://.'],
      [`http://h/${'a'.repeat(2040)}`, 'Send a URL of at most 2048 characters.'],
      ...[
        '/return',
        'return',
        '//host',
        '//host/a',
        '?a=b',
        '#',
        'shop.example',
        'shop.example/x',
        'localhost:3000',
      ],
      ...[
        'http://',
        'https:///',
        'http:///path',
        'http://?a',
        'http://#a',
        'http:h',
        'http:/h',
        'http',
        'http:',
      ],
      ...[
        'javascript:alert(1)',
        'JavaScript:alert(1)',
        'data:text/html,x',
        'file:///etc/passwd',
        'ftp://h/',
        'ws://h/',
      ],
      ...[
        'httpx://h/',
        'xhttp://h/',
        'blob:http://h/',
        'view-source:http://h/',
        'about:blank',
        'mailto:a@b.example',
      ],
      ...['\u00a0http://h/', '\u3000http://h/', '\ufeffhttp://h/'],
    ].map((row) => (typeof row === 'string' ? [row, ABSOLUTE] : row)),
  )('%.40j is not', (text = '', why = '') => {
    expect(whyNot(text)).toBe(why);
  });

  it.each(
    [
      [
        ' http://h/',
        'http://h/ ',
        'http://h/a b',
        'http://a b/',
        ' java\tscript:alert(1)',
        'java\nscript:alert(1)',
      ],
      [
        'http://h/\r\nX: y',
        'http://h/\n',
        'ht\ttp://h/',
        'http://h/\0',
        'http://h/\x1b',
        'http://h/\x7f',
        'http://h/\x85',
      ],
      ['http:\\\\h\\', 'http://h\\@evil.example/', 'http://h/\\', 'http://h/\ud800', 'http://\udfff/'],
    ].flat(),
  )('%j has characters that must be percent-encoded', (text) => {
    expect(whyNot(text)).toBe(ENCODE);
  });

  it.each([
    'http://h:99999/',
    'http://h:65536/',
    'http://h:x/',
    'http://h:-1/',
    'http://[::1/',
    'http://[fe80::1%25eth0]/',
  ])('%s cannot be parsed', (text) => expect(whyNot(text)).toBe(UNPARSABLE));
  it.each([
    'http://999.1.1.1/',
    'http://1.2.3.4.5/',
    'http://h%/',
    'http://a<b/',
    'http://a|b/',
    'http://%00/',
    'http://:80/',
  ])('%s cannot be parsed', (text) => expect(whyNot(text)).toBe(UNPARSABLE));

  it.each([
    'http://user:pw@h/',
    'http://user@h/',
    'http://:pw@h/',
    'http://@h/',
    'http://:@h/',
    'https://a@b@h/',
  ])('%s carries a user or password', (text) =>
    expect(whyNot(text)).toBe('Leave the user and password out of the URL.'),
  );
});

it.each(['http://shop.example:0/', 'https://[::1]:00/return'])(
  '%s names a port that nothing listens on',
  (text) => {
    expect(whyNot(text)).toBe('Use a port from 1 to 65535: nothing listens on port 0.');
  },
);
