import { expect, it } from 'vitest';
import { Visit } from '../../src/rehearse/visit.ts';
import { noMishaps } from './days.ts';
import { shopDay } from './shop-day.ts';

it('repeats a refused callback three times within seconds, however late others are', {
  timeout: 30_000,
}, async () => {
  const around = async () => new Response('busy', { status: 503 });
  const orders = await shopDay();
  const options = await shopDay({ slowMs: 60_000 }, { around });
  const { makeOrder } = orders;
  const visit = new Visit({ ...options, makeOrder }, { gateway: 'cardgw', seed: 1 }, noMishaps);
  const payment = await visit.approved();
  await visit.deliver(payment);
  expect(visit.steps.map(({ what, answer }) => [what, answer.status])).toEqual(
    Array(4).fill(['callback', 503]),
  );
});
