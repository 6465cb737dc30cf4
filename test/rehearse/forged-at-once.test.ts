import { expect, it } from 'vitest';
import { customers } from '../../src/rehearse/customers.ts';
import { Visit } from '../../src/rehearse/visit.ts';
import type { Around } from '../audit/order-shop.ts';
import { noMishaps } from './days.ts';
import { shopDay } from './shop-day.ts';

const forgers = customers.filter(({ id }) =>
  /^(other-amount|approved-0|((forged-hash|no-hash|forged-cancel|changed-amount|other-invoice)(-then-pays)?))$/.test(
    id,
  ),
);

it.each(['aggregator', 'cardgw'])(
  'an app that is slow to answer forged callbacks still gets all of them at once (%s)',
  async (gateway) => {
    const { promise: allHere, resolve } = Promise.withResolvers<void>();
    let here = 0;
    const around: Around = async (request, next) => {
      if (!request.url.endsWith('/make') && here < forgers.length) {
        here += 1;
        if (here === forgers.length) resolve();
        await allHere;
      }
      return next();
    };
    const options = await shopDay({}, { around });
    const visits = forgers.map(({ run }, index) => ({
      run,
      visit: new Visit(options, { gateway, seed: index }, noMishaps),
    }));
    expect(visits).toHaveLength(12);
    await Promise.all(visits.map(({ run, visit }) => run(visit)));
    for (const { visit } of visits)
      expect(visit.steps[0]).toMatchObject({ what: 'callback', isForged: true, answer: { error: null } });
    const { data } = await options.sandbox.callbacks.list();
    expect(data.filter(({ attempts_total: sent }) => sent > 0)).toEqual([]);
  },
);
