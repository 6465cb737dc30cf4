import { expect, it } from 'vitest';
import { httpsOnly, isHttpsOnly } from '../../src/protocol/https-only.ts';

it('The answer of an HTTPS port to plain HTTP is recognized, and no other', () => {
  const body = new TextEncoder().encode(httpsOnly);
  expect(isHttpsOnly({ status: 400, body })).toBe(true);
  expect(isHttpsOnly({ status: 200, body })).toBe(false);
  expect(isHttpsOnly({ status: 400, body: body.slice(1) })).toBe(false);
});
