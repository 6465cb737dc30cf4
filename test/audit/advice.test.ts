import { describe, expect, it } from 'vitest';
import type { State } from '../../src/audit/state.ts';
import { started } from '../support/started.ts';
import { allResults, failed, shopMeans } from './audit-options.ts';
import { orderShop } from './order-shop.ts';
import { audited, of, pathOf, returned, withReturn } from './shop-audit.ts';

it('an app that records a callback and then fails is told so', async () => {
  let calls = 0;
  const results = await audited(async (request, next) => {
    const answer = await next();
    if (pathOf(request) !== '/callback' || answer.status !== 200) return answer;
    calls += 1;
    return new Response('mail failed', { status: 500 });
  });
  expect(calls).toBeGreaterThan(0);
  for (const id of ['genuine', 'callback-only', 'duplicate', 'at-once'])
    expect(of(results, id)).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining('although the order is paid'),
      case: { mend: id === 'genuine' ? expect.stringMatching(failsLater) : genuineFirst },
    });
});

const failsLater = /^The payment was recorded, then the handler failed: /;
const genuineFirst = 'Fix `genuine` first: your app refuses its callback too.';

it.each([
  ['500', 500, /^The handler failed: see your app/],
  ['419, as Laravel without its token', 419, /^Leave the address of the callback out of CSRF/],
  [
    '400',
    400,
    /^Compare hashed with .* that the body of a POST is read as JSON and its address is left out of CSRF/,
  ],
])(
  'an app that answers a callback with %s, and lets the return pay, is not told that it has paid',
  async (_, status, advice) => {
    const paid = new Set<string | null>();
    const results = await audited(async (request, next) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/callback') return new Response('no', { status });
      if (paid.has(pathname.replace('/orders/', ''))) return Response.json({ status: 'paid', paid_times: 1 });
      const answer = await next();
      const isPaid = pathname === '/return' && answer.status < 400 && searchParams.get('approved') === '1';
      if (isPaid) paid.add(searchParams.get('invoice_no'));
      return answer;
    });
    expect(of(results, 'genuine')).toMatchObject({
      verdict: 'fail',
      reason: expect.not.stringContaining('although the order is paid'),
      case: { mend: expect.stringMatching(advice) },
    });
    const others = ['callback-only', 'callback-first', 'return-first', 'slow', 'duplicate', 'at-once'];
    for (const id of others)
      expect(of(results, id)).toMatchObject({ verdict: 'fail', case: { mend: genuineFirst } });
  },
);

it('an app that answers 200 and pays nothing is told once why', async () => {
  const results = await audited(async (request, next) =>
    ['/callback', '/return'].includes(pathOf(request)) ? new Response('ok') : next(),
  );
  expect(of(results, 'genuine')?.case.mend).toMatch(/^Compare hashed with /);
  for (const id of ['callback-only', 'duplicate', 'at-once', 'callback-first', 'return-first', 'slow'])
    expect(of(results, id)).toMatchObject({
      verdict: 'fail',
      case: { mend: 'Fix `genuine` first: its order is not paid either.' },
    });
});

it.each(['other-amount', 'approved-0', 'forged-hash'])(
  'a handler that fails on a message of %s is told to answer it',
  async (id) => {
    const { url } = await orderShop(undefined, async (request, next) => {
      const body = await request.clone().text();
      const answer = await next();
      const isPayment = /"approved":"?1"?[,}]/.test(body) && body.includes('25.50');
      return pathOf(request) === '/callback' && (answer.status >= 400 || !isPayment)
        ? new Response('ValueError', { status: 500 })
        : answer;
    });
    const options = shopMeans(await started(), url);
    expect(of(await allResults(options, 'aggregator', id), id)).toMatchObject({
      verdict: 'fail',
      reason: expect.stringMatching(/^The handler broke on /),
      case: {
        mend: expect.stringMatching(/^The handler failed: see your app’s log\. Answer a message that/),
      },
    });
  },
);

it('a paid order that a later job makes a failed one is no longer paid', async () => {
  const { url } = await orderShop();
  const options = shopMeans(await started(), url);
  const seen = new Set<string>();
  const readState = async (invoiceNo: string): Promise<State> => {
    const state = (await options.readState?.(invoiceNo)) ?? expect.fail('There is no check.');
    const isOver = seen.has(invoiceNo);
    if (state.isPaid) seen.add(invoiceNo);
    return isOver ? { ...state, isPaid: false, word: 'failed' } : state;
  };
  const results = await allResults({ ...options, readState }, 'aggregator', 'duplicate');
  expect(of(results, 'duplicate')).toMatchObject({
    verdict: 'fail',
    reason: '2 × callback answered 200; the order read "paid", and reads "failed" now.',
    case: { mend: expect.stringMatching(/^Leave an order that is paid as it is/) },
  });
});

it('an app that refuses repeats gets the advice of the case', async () => {
  const paid = new Set<string>();
  const results = await audited(async (request, next) => {
    const text = await request.clone().text();
    const answer = await next();
    if (pathOf(request) !== '/callback' || answer.status !== 200) return answer;
    const isRepeat = paid.has(text);
    paid.add(text);
    return isRepeat ? new Response('already', { status: 409 }) : answer;
  });
  expect(failed(results)).toEqual(['duplicate', 'at-once']);
  expect(of(results, 'duplicate')?.case.mend).toMatch(/^Mark the order paid with one conditional update/);
});

it('a page that fails although the order is paid gets advice about the page', async () => {
  const results = await audited(returned(() => new Response('gone', { status: 410 })));
  expect(failed(results)).toEqual(withReturn);
  expect(of(results, 'callback-first')?.case.mend).toMatch(/^The payment is recorded, and only the page/);
  // The customer returned before the payment was recorded.
  for (const id of ['return-first', 'slow'])
    expect(of(results, id)?.case.mend).toMatch(/and show a page, such as “waiting for confirmation”/);
});

describe('a message that a rate limit refuses', () => {
  const limitedFrom = async (nth: number, id: string) => {
    let callbacks = 0;
    const { url } = await orderShop(undefined, async (request, next) => {
      if (pathOf(request) === '/callback' && ++callbacks >= nth) return new Response('', { status: 429 });
      return next();
    });
    return of(await allResults(shopMeans(await started(), url), 'aggregator', id), id);
  };

  it.each(['other-amount', 'approved-0', 'forged-hash'])('leaves %s open', async (id) => {
    const result = await limitedFrom(2, id);
    expect(result).toMatchObject({
      verdict: id === 'forged-hash' ? 'fail' : 'open',
      case: { mend: expect.stringMatching(/^Your app limits how many requests it takes/) },
    });
    if (id !== 'forged-hash') expect(result?.reason).toMatch(/refused it unread, so this proves nothing\.$/);
  });

  it('fails if it is genuine, with advice about the limit', async () => {
    expect(await limitedFrom(3, 'duplicate')).toMatchObject({
      verdict: 'fail',
      case: { mend: expect.stringMatching(/^Your app limits how many requests it takes/) },
    });
  });
});

it('a return that undoes the payment is told, and genuine messages have paid', async () => {
  const back = new Set<string | null>();
  const results = await audited(async (request, next) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/return') back.add(searchParams.get('invoice_no'));
    const isOver = back.has(pathname.replace('/orders/', ''));
    return isOver ? Response.json({ status: 'awaiting', paid_times: 0 }) : next();
  });
  expect(of(results, 'genuine')).toMatchObject({
    verdict: 'fail',
    reason: expect.stringMatching(/; the order read "paid", and reads "awaiting" now\.$/),
    case: { mend: leavePaid },
  });
  expect(of(results, 'forged-hash')?.verdict).toBe('pass');
});

it('an order that changes after it was paid may need --paid-when', async () => {
  const { url } = await orderShop();
  const options = shopMeans(await started(), url);
  const readState = async (invoiceNo: string): Promise<State> => {
    const state = (await options.readState?.(invoiceNo)) ?? expect.fail('There is no check.');
    return state.isPaid ? { ...state, isPaid: false, word: 'processing' } : state;
  };
  const results = await allResults({ ...options, readState }, 'localbankcards');
  for (const id of ['genuine', 'slow', 'duplicate'])
    expect(of(results, id)).toMatchObject({
      verdict: 'fail',
      reason: expect.stringMatching(/the order reads "processing", although it counts a payment\.$/),
      case: { mend: leavePaid },
    });
});

const leavePaid = expect.stringMatching(/^Leave an order that is paid as it is.* --paid-when match/);
