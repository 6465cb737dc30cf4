import { describe, expect, it } from 'vitest';
import { cases } from '../../src/audit/cases.ts';
import { started } from '../support/started.ts';
import { allResults, failed, shopMeans } from './audit-options.ts';
import { type Around, orderShop } from './order-shop.ts';
import { audited, leftOpen, of, pathOf, returned, withReturn } from './shop-audit.ts';

describe('a return page that does not answer', () => {
  it('fails, and every other case is judged all the same', async () => {
    const results = await audited(undefined, { returnUrl: 'http://127.0.0.1:9/thanks' });
    expect(results[0]).toMatchObject({
      verdict: 'fail',
      reason:
        'The customer, who has paid, came back to http://127.0.0.1:9/thanks and got no answer (connection refused: nothing listens at 127.0.0.1:9).',
      case: { mend: expect.stringContaining('let --return-url name a page that runs') },
    });
    expect(failed(results)).toEqual(['genuine', ...withReturn]);
    expect(leftOpen(results)).toEqual(['forged-return', 'forged-cancel', 'canceled']);
  });

  it('does not acquit an app that takes every message', async () => {
    const paid = new Set<string>();
    const gullible: Around = async (request, next) => {
      const { pathname } = new URL(request.url);
      const order = pathname.split('/')[2] ?? '';
      if (pathname.startsWith('/orders/') && paid.has(order)) return Response.json({ status: 'paid' });
      if (pathname === '/callback') paid.add(((await request.json()) as { invoice_no: string }).invoice_no);
      return pathname === '/callback' ? new Response('ok') : next();
    };
    const results = await audited(gullible, { returnUrl: 'http://127.0.0.1:9/thanks' });
    expect(failed(results)).toEqual(expect.arrayContaining(['genuine', 'forged-hash', 'no-hash']));
  });
});

it('a page that needs the cookie which the return sets passes', async () => {
  const around: Around = async (request, next) => {
    if (new URL(request.url).pathname === '/thanks')
      return new Response('', { status: request.headers.get('Cookie') === 'seen=1' ? 200 : 403 });
    const thanks = { Location: '/thanks', 'Set-Cookie': 'seen=1; Path=/; HttpOnly' };
    return returned(() => new Response(null, { status: 303, headers: thanks }))(request, next);
  };
  const results = await audited(around);
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
});

it('a page whose address has the bytes of Arabic letters passes', async () => {
  // Each byte as one character, as PHP sends it.
  const thanks = { Location: Buffer.from('/شكرا').toString('latin1') };
  const results = await audited(async (request, next) =>
    decodeURIComponent(pathOf(request)) === '/شكرا'
      ? new Response('thanks')
      : returned(() => new Response(null, { status: 303, headers: thanks }))(request, next),
  );
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
});

it.each([401, 403, 419])('a return that answers %d may need a login: open', async (status) => {
  const results = await audited(async (request, next) =>
    new URL(request.url).pathname === '/return' ? new Response('', { status }) : next(),
  );
  expect(failed(results)).toEqual([]);
  expect(leftOpen(results)).toEqual([...withReturn, 'forged-return', 'forged-cancel', 'canceled']);
  expect(results.find((result) => result.case.id === 'callback-first')?.reason).toBe(
    `Callback answered 200, return answered ${status}. The return page may need a login, and the audit has none: what the customer sees is left open.`,
  );
});

it('an app that records a callback and redirects it fails for that alone', async () => {
  const results = await audited(async (request, next) => {
    const answer = await next();
    const isCallback = new URL(request.url).pathname === '/callback' && answer.status === 200;
    return isCallback ? new Response(null, { status: 302, headers: { Location: '/' } }) : answer;
  });
  expect(results[0]).toMatchObject({
    verdict: 'fail',
    reason:
      'A genuine callback answered 302, and the gateway follows no redirect of a POST: for the gateway it is not delivered, although the order is paid.',
    case: { mend: expect.stringContaining('Respond to a callback with 200.') },
  });
  expect(leftOpen(results)).toEqual([]);
  expect(failed(results)).not.toContain('no-hash');
});

describe('a sandbox that sends the result of a card only once', () => {
  const cardResults = async (callback: 'browser' | 'server', around?: Around) => {
    const { url } = await orderShop(undefined, around);
    return allResults(shopMeans(await started({ settings: { card: { callback } } }), url), 'cardgw');
  };
  const others = (...ids: string[]) => cases.map(({ id }) => id).filter((id) => !ids.includes(id));

  it('by the return: cases that need a callback are skipped', async () => {
    const results = await cardResults('browser');
    expect(failed(results)).toEqual([]);
    expect(leftOpen(results)).toEqual(
      others('genuine', 'return-only', 'forged-return', 'forged-cancel', 'canceled'),
    );
    expect(results[1]?.reason).toBe(
      'Skipped: the sandbox sends no callback for cards, because its setting card.callback is "browser".',
    );
  });

  it('by the return: an app that waits for the callback learns why it gets none', async () => {
    const [genuine] = await cardResults('browser', async (request, next) =>
      new URL(request.url).pathname === '/return' ? new Response('Thanks') : next(),
    );
    expect(genuine).toMatchObject({
      verdict: 'fail',
      case: { mend: expect.stringContaining('its setting card.callback is "browser"') },
    });
  });

  it.each([
    ['401', '/return', new Response('', { status: 401 })],
    ['200 at /login with a password field', '/login', new Response('<input type="password">')],
  ])('by the return, which may need a login: open with %s', async (told, at, page) => {
    const results = await cardResults('browser', async (request, next) => {
      if (pathOf(request) === at) return page.clone();
      const isReturn = pathOf(request) === '/return';
      return isReturn ? new Response(null, { status: 302, headers: { Location: at } }) : next();
    });
    expect(failed(results)).toEqual([]);
    expect(of(results, 'return-only')?.verdict).toBe('open');
    expect(results[0]).toMatchObject({
      reason: `Return answered ${told}. The return page may need a login, and the audit has none: whether the return pays the order is left open.`,
      case: { mend: expect.not.stringContaining('card.callback') },
    });
  });

  it('by both: a return alone that may need a login is open', async () => {
    const { url } = await orderShop(undefined, async (request, next) =>
      pathOf(request) === '/return' && request.headers.has('Sec-Fetch-Mode')
        ? new Response('', { status: 419 })
        : next(),
    );
    const results = await allResults(shopMeans(await started(), url), 'cardgw');
    expect(failed(results)).toEqual([]);
    expect(of(results, 'return-only')?.verdict).toBe('open');
  });

  it('by the callback: a return without a result may wait for it, and cannot be forged', async () => {
    const results = await cardResults('server', async (request, next) =>
      new URL(request.url).search === '' && new URL(request.url).pathname === '/return'
        ? new Response('Thanks')
        : next(),
    );
    expect(failed(results)).toEqual([]);
    expect(leftOpen(results)).toEqual(['forged-return']);
  });

  it('by the callback: a return without a result is not to be handled like its callback', async () => {
    const results = await cardResults('server');
    expect(of(results, 'return-only')).toMatchObject({
      verdict: 'fail',
      case: { mend: expect.stringMatching(/card\.callback is "server"\. Show “waiting for confirmation”/) },
    });
  });

  it('by the callback: where a return without a result leads says nothing of forged ones', async () => {
    const results = await cardResults('server', async (request, next) => {
      if (pathOf(request) === '/thanks') return new Response('Thanks');
      const isReturn = pathOf(request) === '/return' && request.headers.has('Sec-Fetch-Mode');
      return isReturn ? new Response(null, { status: 302, headers: { Location: '/thanks' } }) : next();
    });
    expect(failed(results)).toEqual([]);
    expect(leftOpen(results)).toEqual(['forged-return']);
  });
});
