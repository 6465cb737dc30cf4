import { describe, expect, it } from 'vitest';
import { failed } from './audit-options.ts';
import type { Around } from './order-shop.ts';
import { audited, leftOpen, of, pathOf, withReturn } from './shop-audit.ts';

const mayBeLogins = ['return-only', 'forged-return', 'forged-cancel', 'canceled'];

/** Every browser that returns is led there. `reads`: after the example has read the return. */
const led =
  (location: string, { reads = false } = {}): Around =>
  async (request, next) => {
    if (pathOf(request) === '/login') return new Response('Log in');
    if (pathOf(request) !== '/return' || !request.headers.has('Sec-Fetch-Mode')) return next();
    if (reads) await next();
    return new Response(null, { status: 302, headers: { Location: location } });
  };

describe('an app that leads every return to the same page', () => {
  it.each(['/login?next=/return', 'http://127.0.0.1:1/sign-in?app=7'])(
    'which may be a login: %s is open where only the handler could tell',
    async (location) => {
      const results = await audited(led(location));
      expect(failed(results)).toEqual([]);
      expect(leftOpen(results)).toEqual(mayBeLogins);
    },
  );

  it('which has the path of the return, and only another query', async () => {
    const results = await audited(async (request, next) => {
      const { pathname, searchParams } = new URL(request.url);
      if (searchParams.get('route') === 'login') return new Response('<input name="phone">');
      if (pathname !== '/return' || !request.headers.has('Sec-Fetch-Mode')) return next();
      const query = new URLSearchParams({ route: 'login', next: request.url });
      return new Response(null, { status: 302, headers: { Location: `/return?${query}` } });
    });
    expect(failed(results)).toEqual([]);
    expect(leftOpen(results)).toEqual(mayBeLogins);
  });

  it('but not to a page of its order, told by its query', async () => {
    const results = await audited(async (request, next) => {
      const { pathname, searchParams } = new URL(request.url);
      if (searchParams.has('order')) return new Response('Thanks');
      const answer = await next();
      const query = new URLSearchParams({ order: searchParams.get('invoice_no') ?? '' });
      return pathname === '/return'
        ? new Response(null, { status: 302, headers: { Location: `/return?${query}` } })
        : answer;
    });
    expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  });

  it('says why', async () => {
    const results = await audited(led('/login'));
    expect(of(results, 'forged-return')?.reason).toBe(
      '2 × return answered 200 at /login; the order reads "pending". Genuine and forged returns all lead there, so this proves nothing: it may be a login page.',
    );
    expect(of(results, 'return-only')?.reason).toMatch(
      /^Return answered 200 at \/login\. Genuine and forged /,
    );
  });

  it('is not told to check the hash of a card when only its browsers need a login', async () => {
    const results = await audited(led('/login'), {}, 'cardgw');
    expect(failed(results)).toEqual([]);
    expect(leftOpen(results)).toEqual(mayBeLogins);
  });

  it('passes if a return pays the order of a card', async () => {
    const results = await audited(led('/login', { reads: true }), {}, 'cardgw');
    expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  });
});

it.each(['a list of orders', 'a page with a password field'])(
  'an app that a forged return breaks fails, although all returns lead to %s',
  async (page) => {
    const login = page.startsWith('a page') ? '<input type="password">' : '';
    const broken = new Set<string | null>();
    const results = await audited(async (request, next) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/orders') return new Response(login);
      if (pathname === '/return') {
        const hash = searchParams.get('hashed') ?? '';
        if (hash === '') broken.add(searchParams.get('invoice_no'));
        return new Response(null, { status: 302, headers: { Location: '/orders' } });
      }
      const message = pathname === '/callback' ? await request.clone().text() : '';
      const isBroken = [...broken].some((invoice) => message.includes(`"${invoice}"`));
      return isBroken ? new Response('Not an open order') : next();
    });
    expect(failed(results)).toEqual(['forged-return', 'forged-cancel']);
    expect(of(results, 'forged-return')?.reason).toMatch(/^The order no longer works after forged returns: /);
  },
);

it('an app that a forged return crashes fails, although genuine ones need a login', async () => {
  const results = await audited(async (request, next, crash) => {
    if (pathOf(request) !== '/return') return next();
    return new URL(request.url).searchParams.has('hashed')
      ? new Response('Log in', { status: 401 })
      : crash();
  });
  expect(failed(results)).toEqual(['forged-return', 'forged-cancel']);
  expect(of(results, 'forged-return')?.reason).toMatch(
    /^The handler broke on a return without a hash: Return got no answer \(/,
  );
});

describe('a login with a password field is open', () => {
  const login = () => new Response('<form><input type="password"></form>');
  const locations: Readonly<Record<string, () => string>> = {
    'at the return address, with another query': () => '/return?route=login',
    'at a path of its own for each visit': () => `/login/${crypto.randomUUID()}`,
  };

  it('in place of the return page', async () => {
    const results = await audited(async (request, next) =>
      pathOf(request) === '/return' ? login() : next(),
    );
    expect(failed(results)).toEqual([]);
    expect(leftOpen(results)).toEqual([...withReturn, 'forged-return', 'forged-cancel', 'canceled']);
    expect(of(results, 'forged-return')?.reason).toBe(
      '2 × return answered 200 with a password field; the order reads "pending". A genuine return gets no further, so this proves nothing.',
    );
  });

  it.each(Object.keys(locations))('%s', async (name) => {
    const results = await audited(async (request, next) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.startsWith('/login/') || searchParams.has('route')) return login();
      if (pathname !== '/return') return next();
      return new Response(null, { status: 302, headers: { Location: locations[name]?.() ?? '' } });
    });
    expect(failed(results)).toEqual([]);
    expect(leftOpen(results)).toEqual([...withReturn, 'forged-return', 'forged-cancel', 'canceled']);
  });
});

it('an app that leads a forged return elsewhere has read it', async () => {
  const results = await audited(async (request, next) => {
    if (['/thanks', '/'].includes(pathOf(request))) return new Response('Hello');
    const answer = await next();
    if (pathOf(request) !== '/return') return answer;
    const location = answer.status < 400 ? '/thanks' : '/';
    return new Response(null, { status: 302, headers: { Location: location } });
  });
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
});
