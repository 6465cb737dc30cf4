import { expect, it } from 'vitest';
import { customers } from '../../src/rehearse/customers.ts';
import { withLogins } from '../../src/rehearse/logins.ts';
import type { Message } from '../../src/rehearse/outcome.ts';
import { jsonDay } from '../../src/rehearse/report.ts';
import type { Around } from '../audit/order-shop.ts';
import { dayOf } from './days.ts';
import { shopDay } from './shop-day.ts';

const openGroups = async (around: Around, gateway: string) => {
  const options = await shopDay({ gateways: [gateway], lateMs: 0 }, { around });
  const day = await dayOf(options);
  expect(day.outcomes.filter(({ problem }) => problem && problem.kind !== 'late')).toEqual([]);
  const groups = jsonDay(options, day).customers;
  return groups.filter(({ verdict }) => verdict === 'open').map(({ customer }) => customer);
};
const forged = ['forged-return', 'forged-return-then-pays', 'forged-cancel', 'forged-cancel-then-pays'];

it.each([
  ['aggregator', 401, forged],
  ['aggregator', 302, forged],
  ['cardgw', 401, ['lost-callback', ...forged]],
  ['cardgw', 302, ['lost-callback', ...forged]],
  ['cardgw', 200, ['lost-callback', ...forged]],
] as const)('leaves the returns of %s open that a login answers with %d', async (gateway, status, open) => {
  const around: Around = async (request, next) => {
    if (new URL(request.url).pathname === '/login') return new Response('Log in');
    return new URL(request.url).pathname === '/return' && request.headers.has('Sec-Fetch-Mode')
      ? new Response('<input type=password>', {
          status,
          headers: status === 302 ? { Location: '/login' } : {},
        })
      : next();
  };
  expect(await openGroups(around, gateway)).toEqual(open);
});

it('counts the orders of a card as lost whose callbacks meet the login, too', async () => {
  const around: Around = async (request, next) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/login') return new Response('<input type=password>');
    return pathname === '/return'
      ? new Response(null, { status: 302, headers: { Location: '/login?next=/return' } })
      : next();
  };
  const day = await dayOf(await shopDay({ gateways: ['cardgw'], lateMs: 0 }, { around }));
  const told = day.outcomes.filter(
    ({ customer, messages }) =>
      customer.expects === 'paid' && messages.some(({ what, isForged }) => what === 'callback' && !isForged),
  );
  expect(told.length).toBeGreaterThan(3);
  expect(new Set(told.map(({ problem }) => problem?.kind))).toEqual(new Set(['lost']));
});

it('leaves the returns of a day without a forged one open that all led to the same page', () => {
  const [customer] = customers;
  if (!customer) throw new Error('no customers');
  const message: Omit<Message, 'landing'> = {
    ...{ what: 'return', method: 'GET', url: 'http://shop.test/return', isForged: false, atMs: 1 },
    ...{ status: 200, error: null, said: '', durationMs: 1, isTaken: true, mayNeedLogin: false },
  };
  const led = (...landings: string[]) =>
    withLogins([
      {
        ...{
          gateway: 'cardgw',
          customer,
          atMs: 0,
          failure: undefined,
          madeNumbers: ['A1'],
          unmade: undefined,
          isPaidInTime: false,
        },
        order: { invoiceNo: '1', transactionId: '1' },
        messages: landings.map((landing) => ({ ...message, landing })),
      },
    ]).flatMap(({ messages }) => messages.map(({ mayNeedLogin }) => mayNeedLogin));
  expect(led('/login', '/login')).toEqual([true, true]);
  expect(led('/orders/1', '/orders/2')).toEqual([false, false]);
});

it('leaves nothing open if forged returns are refused with 403, or returns pay before they lead elsewhere', async () => {
  const refusing: Around = async (_, next) => {
    const answer = await next();
    return answer.status === 400 ? new Response('', { status: 403 }) : answer;
  };
  expect(await openGroups(refusing, 'aggregator')).toEqual([]);
  const leading: Around = async (request, next) => {
    if (new URL(request.url).pathname === '/') return new Response('Hello');
    const answer = await next();
    return request.headers.has('Sec-Fetch-Mode')
      ? new Response(null, { status: 302, headers: { Location: '/' } })
      : answer;
  };
  expect(await openGroups(leading, 'cardgw')).toEqual([]);
});
