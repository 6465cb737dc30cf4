import { expect, it } from 'vitest';
import { sameSecret } from '../../src/http/same-secret.ts';

const secret = 'sk_0123456789abcdef';

it('A secret is itself alone', () => {
  expect(sameSecret(secret, secret)).toBe(true);
  expect(sameSecret('ليبيا', 'ليبيا')).toBe(true);
  for (const at of secret.split('').keys())
    expect(sameSecret(`${secret.slice(0, at)}X${secret.slice(at + 1)}`, secret), `${at}`).toBe(false);
});

it('Neither its beginning, nor more of it, nor itself twice', () => {
  for (const other of ['', 's', secret.slice(0, -1), `${secret}0`, secret + secret, ` ${secret}`])
    expect(sameSecret(other, secret), other).toBe(false);
  expect(sameSecret(secret, '')).toBe(false);
});

it('What has more than 512 characters is nobody’s', () => {
  expect(sameSecret('x'.repeat(512), 'x'.repeat(512))).toBe(true);
  expect(sameSecret('x'.repeat(513), 'x'.repeat(513))).toBe(false);
});
