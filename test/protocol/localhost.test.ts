import { describe, expect, it } from 'vitest';
import { isLocalhost } from '../../src/protocol/ip-address.ts';

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
