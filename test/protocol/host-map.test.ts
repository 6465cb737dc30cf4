import { describe, expect, it } from 'vitest';
import { hostMapKey, mappedHost } from '../../src/protocol/host-map.ts';

describe('An entry of a host map applies to a URL', () => {
  it.each([
    ['Johns-Mac.test', 'http://johns-mac.test/'],
    ['johns-mac.test', 'http://JOHNS-MAC.test:3000/'],
    ['shop.test:80', 'http://shop.test/callback'],
    ['shop.test:80', 'http://shop.test:80/'],
    ['shop.test:080', 'http://shop.test/'],
    ['shop.test:443', 'https://shop.test/'],
    ['shop.test:80', 'https://shop.test:80/'],
    ['bücher.test', 'http://xn--bcher-kva.test/'],
    ['xn--bcher-kva.test', 'http://Bücher.test/'],
    ['shop.test', 'http://shop.test./'],
    ['shop.test.:8080', 'http://shop.test:8080/'],
    ['192.0.2.010', 'http://192.0.2.8/'],
    ['[2001:DB8:0::1]', 'http://[2001:db8::1]:3000/'],
    ['[2001:db8::1]:80', 'http://[2001:db8:0::1]/'],
    ['[::1]', 'http://[::1]:3000/'],
    ['shop_1', 'http://shop_1/'],
  ])('%s to %s', (from, url) => {
    expect(mapped(from, url)).toBe('here');
  });

  it.each([
    ['shop.test:80', 'https://shop.test/'],
    ['shop.test:443', 'http://shop.test/'],
    ['shop.test:8080', 'http://shop.test/'],
    ['shop.test', 'http://a.shop.test/'],
    ['[::1]', 'http://[::1:3000]/'],
  ])('%s not to %s', (from, url) => {
    expect(mapped(from, url)).toBeUndefined();
  });
});

it.each([
  '',
  ' ',
  '.',
  'http://shop.test',
  'shop.test/',
  'shop.test/callback',
  'shop.test?a',
  'me@shop.test',
  'shop.test:',
  'shop.test:0',
  'shop.test:65536',
  'shop.test:http',
  '*.shop.test',
  'a b',
  '::1',
  '[::1',
  '1.2.3.4.5',
])('No URL has the host %j', (from) => {
  expect(hostMapKey(from)).toBeUndefined();
});

function mapped(from: string, url: string): string | undefined {
  return mappedHost(new Map([[hostMapKey(from) ?? '', 'here']]), new URL(url));
}
