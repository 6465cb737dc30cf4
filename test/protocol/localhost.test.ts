import { describe, expect, it } from 'vitest';
import { isLocalhost, isLoopbackHost } from '../../src/protocol/loopback-host.ts';

describe('A name means this machine', () => {
  it.each([
    ['localhost', true],
    ['shop.localhost', true],
    ['notlocalhost', false],
    ['localhost.example', false],
  ])('%s: %s', (name, expected) => {
    expect(isLocalhost(name)).toBe(expected);
  });
});

describe('A host means this machine', () => {
  it.each([
    ['localhost', true],
    ['Shop.LOCALHOST', true],
    ['localhost.', true],
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['[::1]', true],
    ['', false],
    ['notlocalhost', false],
    ['127.0.0.1.example', false],
    ['128.0.0.1', false],
    ['[::ffff:7f00:1]', true],
    ['[::ffff:a00:1]', false],
    ['[::2]', false],
  ])('%s: %s', (host, expected) => {
    expect(isLoopbackHost(host)).toBe(expected);
  });
});
