import { describe, expect, it } from 'vitest';
import { dayText } from '../../src/cli/rehearse-text.ts';
import type { Events } from '../../src/client/events.ts';
import { later } from '../../src/host/timers.ts';
import { arrivals } from '../../src/rehearse/arrivals.ts';
import type { Day } from '../../src/rehearse/day.ts';
import type { Outcome } from '../../src/rehearse/outcome.ts';
import type { RehearsalOptions } from '../../src/rehearse/rehearsal-options.ts';
import { jsonDay } from '../../src/rehearse/report.ts';
import { Visit } from '../../src/rehearse/visit.ts';
import { dayOf, noMishaps } from './days.ts';
import { shopDay } from './shop-day.ts';

/** What waits for events gets them late, as on a busy machine. */
function readLate(events: Events, lateMs: number): void {
  const list = events.list.bind(events);
  events.list = async (filter) => {
    const page = await list(filter);
    if (filter?.wait !== undefined) await later(lateMs);
    return page;
  };
}

describe('an order that could not be made', () => {
  const notMade = ({ outcomes }: Day) => outcomes.filter(({ order }) => !order);
  const isExcused = ({ problem }: Outcome) => !problem;

  it.each(['calm', 'rainy'] as const)('is a problem if your app failed in %s weather', async (weather) => {
    const options = await shopDay({ weather });
    let made = 0;
    const day = await dayOf({
      ...options,
      makeOrder: (wanted) => {
        made += 1;
        return options.makeOrder(made % 2 === 0 ? { ...wanted, gateway: 'nobody' } : wanted);
      },
    });
    expect(notMade(day).length).toBeGreaterThan(5);
    expect(notMade(day).filter(isExcused)).toEqual([]);
  });

  it.each([
    ['at once', 0],
    ['late', 1500],
  ])('is counted if the gateway refused it (read %s), and leaves its kind open', async (_, lateMs) => {
    const options = await shopDay({ mostAtOnce: 1 });
    const { faults, events } = options.sandbox;
    readLate(events, lateMs);
    const [first] = arrivals(options);
    let made = 0;
    const day = await dayOf({
      ...options,
      makeOrder: async (wanted) => {
        made += 1;
        // The very first order only shows that your app is ready.
        if (made === 2) await faults.add({ effect: { http_status: 503, body: 'html' } });
        return options.makeOrder(made === 4 ? { ...wanted, gateway: 'nobody' } : wanted);
      },
    });
    expect(notMade(day).map(isExcused)).toEqual([true, false]);
    const { customers: groups, summary } = jsonDay(options, day);
    expect(summary).toMatchObject({ unopened: 1, broken: 1 });
    const group = groups.find(({ customer }) => customer === first?.customer.id);
    expect(group).toMatchObject({ verdict: 'open', orders: 1, unopened: 1, problems: 0 });
    const text = dayText(options, day);
    expect(text).toMatch(new RegExp(` open {2}${first?.customer.id} +1 order: 1 not made\\.`));
    expect(text).toContain(
      '1 order could not be made while the gateway refused calls of your app, or its responses were lost or late.',
    );
  });

  it('needs a sandbox that takes orders', async () => {
    const settings = { rate_limit: { requests: 5, period: '1m' } } as const;
    await expect(dayOf(await shopDay({}, { settings }))).rejects.toThrow(
      /^The sandbox would refuse orders, because its setting rate_limit is .*: `gateway-sandbox settings reset rate_limit`$/,
    );
  });
});

it('A customer whose second order could not be made has none', async () => {
  const options = await shopDay();
  let made = 0;
  const makeOrder: RehearsalOptions['makeOrder'] = (wanted) => {
    made += 1;
    return options.makeOrder(made === 1 ? wanted : { ...wanted, gateway: 'nobody' });
  };
  const visit = new Visit({ ...options, makeOrder }, { gateway: 'cardgw', seed: 1 }, noMishaps);
  await visit.approved();
  expect(visit.order).toBeDefined();
  await expect(visit.bystander()).rejects.toThrow('No order with nobody could be created');
  expect(visit.order).toBeUndefined();
});
