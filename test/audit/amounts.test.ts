import { expect, it } from 'vitest';
import { orderByUrl } from '../../src/audit/order.ts';
import { dayOf, optionsFor } from '../rehearse/days.ts';
import { started } from '../support/started.ts';
import { allResults, shopMeans } from './audit-options.ts';
import { orderShop } from './order-shop.ts';
import { of } from './shop-audit.ts';

/** A correct shop whose orders have this amount. */
async function meansWithPrice(price: string) {
  const { url } = await orderShop();
  const makeOrder = orderByUrl(`${url}/make`, `gateway={gateway}&price=${price}`, 5000);
  return { ...shopMeans(await started(), url), makeOrder };
}

it.each([
  ['0.02', '0.01'],
  ['0.01', '0.02'],
  ['00.01', '0.02'],
])('an order of %s gets a callback for %s as the other amount', async (price, other) => {
  const results = await allResults(await meansWithPrice(price), 'cardgw', 'other-amount');
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  const [step] = of(results, 'other-amount')?.steps ?? [];
  expect(new URL(step?.url ?? '').searchParams.get('amount')).toBe(other);
});

it('a rehearsal does not accuse a correct app of an order of 0.01', async () => {
  const { outcomes } = await dayOf(optionsFor(await meansWithPrice('0.01'), ['cardgw']));
  expect(outcomes.filter(({ problem }) => problem?.kind === 'wrong')).toEqual([]);
});
