import { describe, expect, it } from 'vitest';
import { dayText } from '../../src/cli/rehearse-text.ts';
import { arrivals } from '../../src/rehearse/arrivals.ts';
import { customers } from '../../src/rehearse/customers.ts';
import type { RehearsalOptions } from '../../src/rehearse/rehearsal-options.ts';
import { jsonDay } from '../../src/rehearse/report.ts';
import type { Around } from '../audit/order-shop.ts';
import { dayOf } from './days.ts';
import { shopDay } from './shop-day.ts';

describe('a day', () => {
  it('reports an order as late that reads paid only in the end', async () => {
    const options = await shopDay({ lateMs: 0 });
    const { readState } = options;
    const read = new Map<string, number>();
    const day = await dayOf({
      ...options,
      readState: async (invoiceNo) => {
        const count = (read.get(invoiceNo) ?? 0) + 1;
        read.set(invoiceNo, count);
        const state = (await readState?.(invoiceNo)) ?? { isPaid: false, word: '', timesPaid: 0 };
        return count === 1 ? { ...state, isPaid: false } : state;
      },
    });
    const payers = customers.filter(({ expects }) => expects === 'paid').map(({ id }) => `late ${id}`);
    const found = day.outcomes.flatMap(({ problem, customer }) =>
      problem ? `${problem.kind} ${customer.id}` : [],
    );
    expect(found.sort()).toEqual(payers.sort());
  });

  /** Orders that count no payment the first `times` times that they read as paid. */
  const uncounted = (options: RehearsalOptions, times: number): RehearsalOptions => {
    const left = new Map<string, number>();
    return {
      ...options,
      readState: async (invoiceNo) => {
        const state = (await options.readState?.(invoiceNo)) ?? { isPaid: false, word: '', timesPaid: 0 };
        if (!state.isPaid) return state;
        const now = left.get(invoiceNo) ?? times;
        left.set(invoiceNo, now - 1);
        return now > 0 ? { ...state, timesPaid: 0 } : state;
      },
    };
  };

  it('waits for the count of a payment as long as for the payment', async () => {
    const { outcomes } = await dayOf(uncounted(await shopDay(), 2));
    expect(outcomes.filter(({ problem }) => problem)).toEqual([]);
  });

  it('reports an order as lost that counts no payment', async () => {
    const options = uncounted(await shopDay({ lateMs: 0 }), Infinity);
    const { problems } = jsonDay(options, await dayOf(options));
    expect(problems.map(({ customer }) => customer)).toContain('pays');
    for (const { kind, reason, mend } of problems) {
      expect([kind, reason]).toEqual([
        'lost',
        'The customer has paid, and the order reads "paid", but counts no payment.',
      ]);
      expect(mend).toContain('paid_times');
    }
  });

  it('has no customers when it is over before it begins', async () => {
    const day = await dayOf(await shopDay({ closing: AbortSignal.abort() }));
    expect([day.outcomes, day.isCut]).toEqual([[], true]);
    const text = dayText(await shopDay(), day);
    expect(text).toMatch(/^\s*No customers came\. Seed 1, weather calm\.\nEnded early\.$/);
  });

  it('that ends early waits for payments that the app records after its answer', async () => {
    const closing = new AbortController();
    const around: Around = async (request, next) => {
      if (!/callback|return/.test(request.url)) return next();
      setTimeout(() => void next(), 300);
      return new Response('queued');
    };
    const options = await shopDay({ closing: closing.signal, rate: 20, durationMs: 60_000 }, { around });
    let made = 0;
    const { outcomes, isCut } = await dayOf({
      ...options,
      makeOrder: (wanted) => {
        made += 1;
        if (made === 8) closing.abort();
        return options.makeOrder(wanted);
      },
    });
    expect([isCut, outcomes.some(({ isPaidInTime }) => isPaidInTime)]).toEqual([true, true]);
    expect(outcomes.filter(({ problem }) => problem)).toEqual([]);
  });

  it('does not call an app broken whose return page may need a login', async () => {
    const around: Around = async (request, next) =>
      new URL(request.url).pathname === '/return' ? new Response('', { status: 401 }) : next();
    const { outcomes } = await dayOf(await shopDay({ gateways: ['aggregator'] }, { around }));
    expect(outcomes.filter(({ problem }) => problem)).toEqual([]);
  });

  it('leaves an order open that only a return could pay which may need a login', async () => {
    const around: Around = async (request, next) =>
      new URL(request.url).pathname === '/return' && request.headers.has('Sec-Fetch-Mode')
        ? new Response('', { status: 401 })
        : next();
    const options = await shopDay({ lateMs: 0 }, { around });
    const day = await dayOf(options);
    expect(day.outcomes.filter(({ problem }) => problem?.kind === 'lost')).toEqual([]);
    const { customers: groups, summary } = jsonDay(options, day);
    // The others are forged returns, which met the same login.
    expect(summary.left_open).toBe(5);
    expect(groups.find(({ customer }) => customer === 'lost-callback')?.verdict).toBe('open');
    expect(dayText(options, day)).toContain('What your app does with the returns of 5 orders is left open');
  });

  it('needs callback and return of a card', async () => {
    const settings = { card: { callback: 'browser' } } as const;
    await expect(dayOf(await shopDay({}, { settings }))).rejects.toThrow(
      /^A rehearsal needs the callback and the return of cards, .* card\.callback is "browser"\. Set it to "both", or rehearse the other gateways: --gateway aggregator$/,
    );
    const other = await dayOf(await shopDay({ gateways: ['aggregator'] }, { settings }));
    expect(other.outcomes.filter(({ problem }) => problem)).toEqual([]);
  });

  it('sends nothing to an address that is not allowed', async () => {
    const options = await shopDay({ mayReach: () => false });
    await expect(dayOf(options)).rejects.toThrow(
      /^Your app opened a checkout with the address http:\/\/127\.0\.0\.1:\d+\/return, which is not on this machine or its network\. If this load may go there: --allow-host 127\.0\.0\.1$/,
    );
  });

  it('sends nothing to a host that is not allowed and that only callback_host_map names', async () => {
    const map = { callback_host_map: { 'app.test': '127.0.0.7:9' } };
    const mayReach = (url: string) => new URL(url).hostname !== '127.0.0.7';
    const changes = { gateways: ['aggregator'], callbackUrl: 'http://app.test:3000/callback' };
    const options = await shopDay({ mayReach, ...changes }, map);
    await expect(dayOf(options)).rejects.toThrow(
      '`callback_host_map` sends the callbacks of app.test:3000 to 127.0.0.7:9, which is not on this machine or its network. If this load may go there: --allow-host 127.0.0.7',
    );
    const { data } = await options.sandbox.callbacks.list();
    expect(data.map(({ attempts_total }) => attempts_total)).toEqual(data.map(() => 0));
  });

  it('sends the callback again after a crowd of which a busy app refused copies', async () => {
    const busy = new Set<string>();
    const around: Around = async (request, next) => {
      if (new URL(request.url).pathname !== '/callback') return next();
      const message = request.url + (await request.clone().text());
      if (busy.has(message)) return new Response('is being processed', { status: 503 });
      busy.add(message);
      const response = await next();
      await new Promise((resolve) => setTimeout(resolve, 300));
      busy.delete(message);
      return response;
    };
    const { outcomes } = await dayOf(await shopDay({ gateways: ['aggregator'] }, { around }));
    const crowd = outcomes.find(({ customer }) => customer.id === 'crowd');
    expect(crowd?.messages.filter(({ isTaken }) => !isTaken)).not.toEqual([]);
    expect(crowd?.problem).toBeUndefined();
  });
});

describe('the customers', () => {
  const traffic = {
    gateways: ['cardgw', 'aggregator'],
    rate: 20,
    durationMs: 60_000,
    isBursty: false,
    seed: 7,
    weather: 'calm',
  } as const;
  const day = (changes = {}) => [...arrivals({ ...traffic, ...changes })];

  it('are the same for the same seed, and others for another', () => {
    expect(day()).toEqual(day());
    expect(day({ seed: 8 })).not.toEqual(day());
  });

  it('begin with one of each kind for each gateway', () => {
    const first = day().slice(0, 2 * customers.length);
    expect(new Set(first.map(({ gateway, customer }) => `${gateway} ${customer.id}`)).size).toBe(
      first.length,
    );
  });

  it('come evenly, or all of two seconds in the first 400 ms', () => {
    expect(day()).toHaveLength(1200);
    expect(day().map(({ atMs }) => atMs)[20]).toBe(1000);
    expect(day({ isBursty: true })).toHaveLength(1200);
    expect(Math.max(...day({ isBursty: true }).map(({ atMs }) => atMs % 2000))).toBeLessThan(400);
  });

  it('have more trouble in a storm', () => {
    const troubles = (weather: string) =>
      day({ weather }).filter(({ customer }) => customer.isTrouble).length;
    expect(troubles('storm')).toBeGreaterThan(1.5 * troubles('calm'));
  });
});
