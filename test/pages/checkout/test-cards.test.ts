import { expect, it } from 'vitest';
import { testCardsOf } from '../../../src/gateways/test-cards.ts';

it('Only a gateway whose page takes cards has test cards', () => {
  expect(testCardsOf('cardgw').length).toBeGreaterThan(0);
  expect(testCardsOf('walletA')).toEqual([]);
});
