import { describe, expect, it } from 'vitest';
import { addressOf, authorityOf, interceptedHost } from '../../src/intercept/address.ts';
import { bypasses } from '../../src/intercept/no-proxy.ts';

describe('--intercept HOST', () => {
  it.each([
    ['api.example.test', 'api.example.test', undefined],
    ['API.Example.Test.', 'api.example.test', undefined],
    ['api.example.test:8443', 'api.example.test', 8443],
    ['pay_1', 'pay_1', undefined],
    ['دفع.example:443', 'xn--ugbux.example', 443],
    ['192.0.2.1:8443', '192.0.2.1', 8443],
    ['[2001:DB8::1]', '2001:db8::1', undefined],
    ['[2001:db8::1]:8443', '2001:db8::1', 8443],
  ])('%s is a host', (text, name, port) => {
    expect(interceptedHost(text)).toEqual({ name, port });
  });

  it.each([
    '',
    ' ',
    'https://a.test',
    'a.test/',
    'a.test:',
    'a.test:0',
    'a.test:65536',
    'a.test:x',
    '*.a.test',
  ])('%j is not a host', (text) => {
    expect(() => interceptedHost(text)).toThrow(
      /^--intercept ".*" must be a host name or an address such as /,
    );
  });

  it.each(['user@a.test', 'a b', '2001:db8::1', '[::1', 'a.test\n'])('%j is not a host either', (text) => {
    expect(() => interceptedHost(text)).toThrow('must be a host name or an address');
  });

  it.each(['localhost', 'a.localhost:80', '127.0.0.1', '127.9.9.9:443', '[::1]', '0.0.0.0', '2130706433'])(
    '%s is this machine, for which no client asks a proxy',
    (text) => {
      expect(() => interceptedHost(text)).toThrow('clients never ask a proxy for this machine itself');
    },
  );

  it('the target of a CONNECT has a port', () => {
    expect(addressOf('a.test:443')).toEqual({ name: 'a.test', port: 443 });
    expect(addressOf('a.test')).toBeUndefined();
    expect(addressOf('a.test', 80)).toEqual({ name: 'a.test', port: 80 });
    expect(authorityOf({ name: '2001:db8::1', port: 443 })).toBe('[2001:db8::1]:443');
  });
});

describe('An entry of NO_PROXY keeps away from the proxy, as clients read it', () => {
  it.each([
    ['*', 'a.test', 443, true],
    ['a.test', 'a.test', 443, true],
    ['A.Test', 'a.test', 443, true],
    ['a.test', 'b.a.test', 443, true],
    ['.a.test', 'b.a.test', 443, true],
    ['*.a.test', 'b.a.test', 443, true],
    ['a.test:443', 'a.test', 443, true],
    ['a.test:8443', 'a.test', 443, false],
    ['a.test', 'ba.test', 443, false],
    ['b.a.test', 'a.test', 443, false],
    ['.', 'a.test', 443, false],
    ['10.0.0.0/8', '10.1.2.3', 443, true],
    ['10.0.0.0/8', '11.1.2.3', 443, false],
    ['[2001:db8::1]', '2001:db8::1', 443, true],
    ['[2001:db8::1]:80', '2001:db8::1', 443, false],
    ['::1', '::1', 443, true],
  ])('%s, for %s:%d: %s', (entry, name, port, expected) => {
    expect(bypasses(entry, { name, port })).toBe(expected);
  });
});
