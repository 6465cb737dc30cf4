import { describe, expect, it } from 'vitest';
import { isSameAddress } from '../../src/protocol/ip-address.ts';
import { hostOf, portOf } from '../../src/protocol/merchant-url.ts';

describe('Two addresses lead to the same place', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', '::ffff:127.0.0.1'],
    ['::ffff:7f00:1', '127.0.0.1'],
    ['64:ff9b::c000:201', '192.0.2.1'],
    ['2002:c000:201::1', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80:0::1'],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1'],
  ])('%s and %s', (one, other) => {
    expect([isSameAddress(one, other), isSameAddress(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['127.0.0.1', '127.0.0.2'],
    ['127.0.0.1', '::1'],
    ['::1', '::2'],
    ['192.0.2.1', '2002:c000:202::1'],
    ['localhost', 'localhost'],
    ['127.0.0.1', 'localhost'],
    ['', ''],
  ])('%j and %j do not', (one, other) => {
    expect([isSameAddress(one, other), isSameAddress(other, one)]).toEqual([false, false]);
  });
});

describe('A URL leads to a host and a port', () => {
  it.each([
    ['http://shop.example/', 'shop.example', 80],
    ['https://shop.example./', 'shop.example', 443],
    ['http://shop.example..:8080/', 'shop.example', 8080],
    ['https://[::1]:443/', '::1', 443],
    ['https://[2001:DB8::1]:80/', '2001:db8::1', 80],
    ['http://0x7f.1:65535/', '127.0.0.1', 65_535],
  ])('%s', (text, host, port) => {
    const url = new URL(text);
    expect([hostOf(url), portOf(url)]).toEqual([host, port]);
  });
});
