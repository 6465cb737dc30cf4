import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiUrl, judgeMerchantUrl, queryFields, withQuery } from '../../src/protocol/merchant-url.ts';

describe('A URL is sent in ASCII, as a browser would', () => {
  it.each([
    'http://h',
    'HTTP://EXAMPLE.com:80/%zz/../a?"<>\'`{}|^#"#',
    'http://h/a%C3%a9?b=+%20&&=#?',
    'not a URL at all',
    '',
  ])('%j is ASCII and stays byte for byte', (text) => expect(asciiUrl(text)).toBe(text));

  it.each([
    ['http://H/é?ü=ß"#ñ', 'http://H/%C3%A9?%C3%BC=%C3%9F"#%C3%B1'],
    ['http://متجر.example:80/شكرا', 'http://xn--pgbep1f.example:80/%D8%B4%D9%83%D8%B1%D8%A7'],
    ['https://bücher.Example', 'https://xn--bcher-kva.example'],
    ['http://Shop.example/🛒', 'http://Shop.example/%F0%9F%9B%92'],
    ['http://127。0。0。1:81/', 'http://127.0.0.1:81/'],
    ['http://h/\ud800', 'http://h/%EF%BF%BD'],
    ['/é', '/%C3%A9'],
    ['http://é é/', 'http://%C3%A9 %C3%A9/'],
    ['http://ü:é@é:8/', 'http://%C3%BC:%C3%A9@xn--9ca:8/'],
  ])('%j becomes %s', (text, ascii) => expect(asciiUrl(text)).toBe(ascii));

  it('and leads where the text led', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(word, word, word, word, (host, path, query, fragment) => {
        const verdict = judgeMerchantUrl(`http://${host}.example/${path}?${query}#${fragment}`, () => false);
        fc.pre('url' in verdict);
        const ascii = asciiUrl(`http://${host}.example/${path}?${query}#${fragment}`);
        expect(ascii).toMatch(/^[\x20-\x7e]*$/);
        if ('url' in verdict) expect(new URL(ascii).href).toBe(verdict.url.href);
      }),
    );
  });
});

describe('Our parameters go after the own query of return_url and before any fragment', () => {
  it.each([
    ['http://a', 'http://a?k=v'],
    ['http://a/', 'http://a/?k=v'],
    ['http://a/?', 'http://a/?k=v'],
    ['http://a/x?', 'http://a/x?k=v'],
    ['http://a/x?k=1', 'http://a/x?k=1&k=v'],
    ['http://a/x?k=1&', 'http://a/x?k=1&k=v'],
    ['http://a/x?k=1&&', 'http://a/x?k=1&&k=v'],
    ['http://a/x?k=1?', 'http://a/x?k=1?&k=v'],
    ['http://a/x#f', 'http://a/x?k=v#f'],
    ['http://a/x#', 'http://a/x?k=v#'],
    ['http://a/x#f?g#h', 'http://a/x?k=v#f?g#h'],
    ['http://a/x?k=%zz&"<+%20#f?&', 'http://a/x?k=%zz&"<+%20&k=v#f?&'],
  ])('%s becomes %s', (url, sent) => expect(withQuery(url, 'k=v')).toBe(sent));

  it('without parameters of ours, the URL stays as it is', () => {
    expect(withQuery('http://a/x?k=1#f', '')).toBe('http://a/x?k=1#f');
  });

  it('its own parameters are read in order, decoded, without the fragment', () => {
    expect(queryFields('http://a/x')).toEqual([]);
    expect(queryFields('http://a/x?#a=b')).toEqual([]);
    expect(queryFields('http://a/x#?a=b')).toEqual([]);
    expect(queryFields('http://a/x?approved=0&%68ashed&a+b=1&approved=1&%zz=2#c=d')).toEqual([
      ['approved', '0'],
      ['hashed', ''],
      ['a b', '1'],
      ['approved', '1'],
      ['%zz', '2'],
    ]);
  });
});
