import { describe, expect, it } from 'vitest';
import { failed } from './audit-options.ts';
import type { Around } from './order-shop.ts';
import { audited, of, pathOf, returned, withReturn } from './shop-audit.ts';

it.each([
  ['with a wrong hash', true],
  ['without a hash', false],
])('a return %s that pays is named', async (told, hasHash) => {
  const paid = new Set<string | null>();
  const results = await audited(async (request, next) => {
    const { pathname, searchParams } = new URL(request.url);
    if (paid.has(pathname.replace('/orders/', ''))) return Response.json({ status: 'paid' });
    const answer = await next();
    const isForged = pathname === '/return' && answer.status === 400;
    if (isForged && searchParams.has('hashed') === hasHash) paid.add(searchParams.get('invoice_no'));
    return answer;
  });
  expect(failed(results)).toEqual(['forged-return', 'forged-cancel']);
  expect(of(results, 'forged-return')?.reason).toBe(`The order is paid after a return ${told}.`);
});

describe('a return that redirects', () => {
  const redirected = (headers: Record<string, string>) =>
    audited(returned(() => new Response(null, { status: 302, headers })));

  it('without end shows no page', async () => {
    const results = await audited(async (request, next) => {
      const answer = await next();
      if (pathOf(request) !== '/return' || answer.status >= 400) return answer;
      return new Response(null, { status: 302, headers: { Location: request.url } });
    });
    expect(failed(results)).toEqual(withReturn);
    expect(of(results, 'callback-first')?.reason).toBe(
      'The customer, who has paid, came back to a page that answered 302 (redirects without end: more than 5).',
    );
  });

  it('to nowhere shows no page', async () => {
    const results = await redirected({});
    expect(failed(results)).toEqual(withReturn);
    expect(of(results, 'callback-first')?.reason).toContain('answered 302 (a redirect without Location)');
  });

  it.each(['http://', 'shop:paid'])('to %s, which is no page, shows none', async (location) => {
    const results = await redirected({ Location: location });
    expect(failed(results)).toEqual(withReturn);
    expect(of(results, 'callback-first')?.reason).toContain(`(a redirect to ${location}, which is no page)`);
  });

  it('to another host passes, and the reason says that the audit has not opened it', async () => {
    const results = await redirected({ Location: 'http://127.0.0.1:1/done?order=1' });
    expect(failed(results)).toEqual([]);
    expect(of(results, 'callback-first')?.reason).toBe(
      'Callback answered 200, return answered 302 (a redirect to http://127.0.0.1:1/done, another host, which the audit does not open); the order is paid, once.',
    );
  });

  it('to a page of its own passes, and the reason names that page', async () => {
    const results = await audited(async (request, next) => {
      if (pathOf(request) === '/login') return new Response('Log in');
      return returned(() => new Response(null, { status: 302, headers: { Location: '/login' } }))(
        request,
        next,
      );
    });
    expect(of(results, 'callback-first')?.reason).toBe(
      'Callback answered 200, return answered 200 at /login; the order is paid, once.',
    );
  });
});

it('a GET callback that is redirected before anybody reads it is told where it was led', async () => {
  const led: Around = async (request, next) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === '/return')
      return new Response(null, { status: 308, headers: { Location: `/return/${search}` } });
    return next();
  };
  const results = await audited(led, {}, 'localbankcards');
  for (const id of ['callback-only', 'duplicate', 'at-once'])
    expect(of(results, id)).toMatchObject({
      reason: expect.stringMatching(
        /allback answered 308, and the order reads "pending"\. The callback was redirected to \/return\/, and the gateway follows no redirect\.$/,
      ),
      case: { mend: expect.stringContaining('a trailing slash') },
    });
});

it('a GET callback that is redirected to a page, as after a wrong hash, keeps the advice about the hash', async () => {
  const results = await audited(
    async (request, next) =>
      pathOf(request) === '/return'
        ? new Response(null, { status: 303, headers: { Location: '/orders' } })
        : next(),
    {},
    'localbankcards',
  );
  expect(results[0]).toMatchObject({
    reason: expect.stringContaining('The callback was redirected to /orders, and the gateway follows no'),
    case: { mend: expect.stringMatching(/^Compare hashed/) },
  });
});

describe('a canceled payment', () => {
  const returnAnswered = (status: number) => {
    const around: Around = async (request, next) => {
      const isCancel = request.url.includes('canceled') && request.headers.has('Sec-Fetch-Mode');
      return isCancel ? new Response('no such payment', { status }) : next();
    };
    return audited(around, {}, 'localbankcards');
  };

  it('whose return is answered with an error fails', async () => {
    const results = await returnAnswered(404);
    expect(failed(results)).toEqual(['canceled']);
    expect(of(results, 'canceled')).toMatchObject({
      reason: 'The customer, who has canceled, came back to a page that answered 404 "no such payment".',
      case: { mend: expect.stringMatching(/^A cancel is a genuine message too: respond with 2xx/) },
    });
  });

  it('whose return may need a login is open, also if that of a payment needs none', async () => {
    const results = await returnAnswered(401);
    expect(failed(results)).toEqual([]);
    expect(of(results, 'canceled')).toMatchObject({
      verdict: 'open',
      reason: expect.stringContaining('what the customer sees is left open'),
    });
  });
});
