import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { allRoutes, type Route, statusOf } from '../support/routes.ts';
import { rightFields } from '../support/sandbox.ts';
import { sharedSandbox } from '../support/shared.ts';

const token = 'token-of-the-test';
const all = await allRoutes();
const closed = all.filter(({ path }) => /^\/_sandbox(\/|$)/.test(path) && path !== '/_sandbox/health');
const open = all.filter((route) => !closed.includes(route));

/** For refused requests, and those whose effect does not matter. */
const shared = sharedSandbox({ token });

describe('Token mode: everything under /_sandbox needs the token', () => {
  // By header rather than by route: repeating the same wrong token is not another guess, and an
  // address that guesses must wait.
  it.each([
    {},
    { Authorization: 'Bearer' },
    { Authorization: 'Bearer ' },
    { Authorization: 'Bearer wrong' },
    { Authorization: `Bearer ${token}x` },
    { Authorization: `Bearer ${token.slice(0, -1)}` },
    { Authorization: `Bearer ${token.toUpperCase()}` },
    { Authorization: `Basic ${token}` },
    { Authorization: token },
    { Cookie: 'gateway_sandbox_token_4700=wrong' },
    { Cookie: `other=${token}` },
    { 'X-Sandbox-Token': token },
  ] as Record<string, string>[])('%j opens no route', async (headers) => {
    for (const route of closed) {
      const refused = await statusOf(shared(), route, headers);
      expect(refused, named(route)).toMatchObject({ status: 401, code: 'TOKEN_REQUIRED' });
    }
  });

  it.each([{ Authorization: `Bearer ${token}` }, { Cookie: `gateway_sandbox_token_4700=${token}` }] as Record<
    string,
    string
  >[])('%j opens every route', async (headers) => {
    for (const route of closed)
      expect((await statusOf(shared(), route, headers)).status, named(route)).not.toBe(401);
  });

  it('nothing else needs one', async () => {
    for (const route of open)
      expect((await statusOf(shared(), route)).code, named(route)).not.toBe('TOKEN_REQUIRED');
  });

  it('health is among those that need none, and the merchant API knows nothing of it', async () => {
    const sandbox = await freshSandbox({ token });
    expect(open.map(({ path }) => path)).toContain('/_sandbox/health');
    expect((await sandbox.fetch('/_sandbox/health')).status).toBe(200);
    expect((await sandbox.call('walletA/verify', rightFields['walletA/verify'])).status).toBe(200);
  });

  it('GET / still leads to /_sandbox/', async () => {
    const sandbox = await freshSandbox({ token });
    const { status, headers } = await sandbox.fetch('/');
    expect([status, headers.get('location')]).toEqual([303, '/_sandbox/']);
  });

  it('401 comes after the checks of host and site', async () => {
    const sandbox = await freshSandbox({ token });
    const route = { method: 'GET', path: '/_sandbox/api/otps' };
    expect(await statusOf(sandbox, route, {}, 'evil.example')).toMatchObject({ code: 'HOST_NOT_ALLOWED' });
    expect(await statusOf(sandbox, route, { Origin: 'null' })).toMatchObject({ code: 'CROSS_SITE' });
  });

  it('the token does not let another site in', async () => {
    const sandbox = await freshSandbox({ token });
    const headers = {
      Cookie: `gateway_sandbox_token_4700=${token}`,
      Origin: 'http://localhost:3000',
      'Sec-Fetch-Site': 'same-site',
    };
    for (const route of closed) {
      expect(await statusOf(sandbox, route, headers), named(route)).toMatchObject({
        status: 403,
        code: 'CROSS_SITE',
      });
    }
  });
});

describe('The link that the banner prints', () => {
  it('gives a cookie for /_sandbox and takes the token out of the address', async () => {
    const sandbox = await freshSandbox({ token });
    const { status, headers } = await sandbox.fetch(`/_sandbox/inbox?token=${token}`);
    expect(status).toBe(303);
    expect(headers.get('location')).toBe('/_sandbox/inbox');
    expect(headers.getSetCookie()).toEqual([
      `gateway_sandbox_token=${token}; Path=/_sandbox; HttpOnly; SameSite=Lax`,
    ]);
  });

  it.each([
    ['token=TOKEN&account=a%26b&q=x+y', '?account=a%26b&q=x+y'],
    ['account=demo&token=TOKEN', '?account=demo'],
    ['to=%2F%2Fevil.example&token=TOKEN', '?to=%2F%2Fevil.example'],
    ['a=%0d%0aX-Evil:%201&token=TOKEN', '?a=%0D%0AX-Evil%3A+1'],
    ['token=TOKEN&token=TOKEN', ''],
    ['token=%20TOKEN%0d%0a', ''],
  ])('keeps the rest of the query: %s', async (query, kept) => {
    const sandbox = await freshSandbox({ token });
    const { headers } = await sandbox.fetch(`/_sandbox/inbox?${query.replaceAll('TOKEN', token)}`);
    expect(headers.get('location')).toBe(`/_sandbox/inbox${kept}`);
  });

  it('takes the token out of the address of a browser that has signed in, too', async () => {
    const sandbox = await freshSandbox({ token });
    const headers = { Cookie: `gateway_sandbox_token=${token}`, Accept: 'text/html,*/*;q=0.8' };
    const opened = (query: string) => sandbox.fetch(`/_sandbox/inbox?account=demo${query}`, { headers });
    const again = await opened(`&token=${token}`);
    expect([again.status, again.headers.get('location')]).toEqual([303, '/_sandbox/inbox?account=demo']);
    // Another token is not the sandbox's.
    expect((await opened('&token=other')).status).toBe(200);
    expect((await opened('')).status).toBe(200);
  });

  it('does not redirect a program that sends the token in its header, too', async () => {
    const sandbox = await freshSandbox({ token });
    const headers = { Authorization: `Bearer ${token}` };
    const { status } = await sandbox.fetch(`/_sandbox/llms.txt?token=${token}`, { headers });
    expect(status).toBe(200);
  });

  it('over HTTPS the cookie is for HTTPS alone, and leaves the one for HTTP as it is', async () => {
    const sandbox = await freshSandbox({ token });
    const own = 'https://localhost:4700';
    const overHttps = await sandbox.fetch(`${own}/_sandbox/inbox?token=${token}`);
    const secure = `gateway_sandbox_token_4700_https=${token}`;
    expect(overHttps.headers.getSetCookie()).toEqual([
      `${secure}; Path=/_sandbox; HttpOnly; Secure; SameSite=Lax`,
    ]);
    const inbox = (base: string, Cookie: string) =>
      sandbox.fetch(`${base}/_sandbox/api/otps`, { headers: { Cookie } });
    expect((await inbox(own, secure)).status).toBe(200);
    // A browser refuses to replace a secure cookie with one of the same name over HTTP.
    const plain = 'http://localhost:4700';
    const overHttp = await sandbox.fetch(`${plain}/_sandbox/inbox?token=${token}`);
    const [insecure = ''] = overHttp.headers.getSetCookie();
    expect(insecure).toBe(`gateway_sandbox_token_4700=${token}; Path=/_sandbox; HttpOnly; SameSite=Lax`);
    expect((await inbox(plain, insecure)).status).toBe(200);
  });

  it('with a wrong token it is refused, and it changes nothing by POST', async () => {
    const sandbox = await freshSandbox({ token });
    const reset = (method: string, given: string) =>
      sandbox.fetch(`/_sandbox/api/reset?token=${given}`, { method });
    expect((await sandbox.fetch('/_sandbox/?token=wrong')).status).toBe(401);
    expect((await sandbox.fetch('/_sandbox/?token=')).status).toBe(401);
    const before = sandbox.runtime.store.events.lastId();
    expect((await reset('POST', token)).status).toBe(401);
    expect(sandbox.runtime.store.events.lastId()).toBe(before);
  });
});

describe('A right token passes any Host', () => {
  const host = 'sandbox.ci.example:4700';

  it.each(closed)('$method $path', async (route) => {
    const sandbox = shared();
    expect(await statusOf(sandbox, route, {}, host)).toMatchObject({ status: 403, code: 'HOST_NOT_ALLOWED' });
    const wrong = await statusOf(sandbox, route, { Authorization: 'Bearer wrong' }, host);
    expect(wrong).toMatchObject({ status: 403, code: 'HOST_NOT_ALLOWED' });
    const right = await statusOf(sandbox, route, { Authorization: `Bearer ${token}` }, host);
    expect(right.code).toBeUndefined();
  });

  it('also in a link, so that another machine can open it', async () => {
    const sandbox = await freshSandbox({ token });
    const { status, headers } = await sandbox.fetch(`http://${host}/_sandbox/?token=${token}`);
    expect(status).toBe(303);
    expect(headers.getSetCookie()).toHaveLength(1);
    expect((await sandbox.fetch(`http://${host}/_sandbox/?token=wrong`)).status).toBe(403);
  });
});

function named({ method, path }: Route): string {
  return `${method} ${path}`;
}
