import { expect, it } from 'vitest';
import { testCards } from '../../../src/gateways/test-cards.ts';

it('A definition that names a set of test cards gets it, and an unknown name is an error', () => {
  expect(testCards('cardgw').length).toBeGreaterThan(0);
  expect(() => testCards('cardgv')).toThrow('fixtures/cards.json has no set "cardgv".');
});
