import { expect, it } from 'vitest';
import { cliSandbox, runCli } from '../support/cli.ts';
import { freshSandbox } from '../support/fresh.ts';

const token = 'a+b&c=d#e%41;f,"g"';
const encoded = encodeURIComponent(token);
const page = { headers: { Accept: 'text/html,application/xhtml+xml' } };

it('A token of any printable characters opens the link of the banner', async () => {
  const cli = runCli(['--port', '0', '--host', '0.0.0.0'], { env: { GATEWAY_SANDBOX_TOKEN: token } });
  const links = (await cli.printed(/Ctrl-C stops it/)).match(/http:\S+\/_sandbox\S*/g) ?? [];
  expect(links).toHaveLength(2);
  for (const link of links) {
    const opened = await fetch(link, { redirect: 'manual' });
    expect(opened.status, link).toBe(303);
    const [cookie = ''] = opened.headers.getSetCookie();
    expect(cookie).toMatch(/^gateway_sandbox_token_\d+=[^;]+; Path=\/_sandbox; HttpOnly; SameSite=Lax$/);
    const { origin } = new URL(link);
    const headers = { Cookie: cookie.split(';', 1)[0] ?? '' };
    expect((await fetch(`${origin}/_sandbox/api/otps`, { headers })).status).toBe(200);
  }
});

it('Two sandboxes of one host do not end each other’s cookies, and neither opens the other', async () => {
  const [one, other] = await Promise.all([
    cliSandbox(['--host', '0.0.0.0']),
    cliSandbox(['--host', '0.0.0.0']),
  ]);
  const cookieOf = async ({ url, token: own = '' }: typeof one) => {
    const { headers } = await fetch(`${url}/_sandbox/?token=${own}`, { redirect: 'manual' });
    return headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  };
  const [first, second] = [await cookieOf(one), await cookieOf(other)];
  expect(first.split('=')[0]).not.toBe(second.split('=')[0]);
  const status = async ({ url }: typeof one, Cookie: string) =>
    (await fetch(`${url}/_sandbox/api/otps`, { headers: { Cookie } })).status;
  // A browser sends both cookies to both sandboxes, because cookies ignore ports.
  expect(await status(one, `${first}; ${second}`)).toBe(200);
  expect(await status(other, `${first}; ${second}`)).toBe(200);
  expect(await status(one, second)).toBe(401);
  expect(await status(other, first)).toBe(401);
});

it('A person without the token is asked for it; what was typed goes out of the address at once', async () => {
  const sandbox = await freshSandbox({ token });
  const { status, text, headers } = await sandbox.fetch('/_sandbox/inbox', page);
  expect([status, headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
  expect(text).toMatch(/<form action="\/_sandbox[^"]*">\s.*<input id="token" name="token" type="password"/s);
  expect(text).not.toContain('This is not the token');
  const wrong = await sandbox.fetch('/_sandbox/inbox?token=%22%3E%3Cimg%20src=x%3E', page);
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain('This is not the sandbox’s token.');
  expect(wrong.text).not.toContain('img');
  const right = await sandbox.fetch(`/_sandbox/inbox?token=${encoded}`, page);
  expect([right.status, right.headers.get('location')]).toEqual([303, '/_sandbox/inbox']);
  expect([right.headers.get('cache-control'), right.headers.get('referrer-policy')]).toEqual([
    'no-store',
    'same-origin',
  ]);
});

it('A program is told so in JSON', async () => {
  const sandbox = await freshSandbox({ token });
  for (const headers of [
    {},
    { Accept: '*/*' },
    { Accept: 'application/json' },
    { Accept: 'text/event-stream' },
  ]) {
    const { status, json } = await sandbox.fetch('/_sandbox/events', { headers });
    expect([status, json.error.code]).toEqual([401, 'TOKEN_REQUIRED']);
  }
});

it('A link with the token logs nobody in for a page of another site, whatever it loads', async () => {
  const sandbox = await freshSandbox({ token });
  for (const dest of ['image', 'script', 'iframe', 'empty']) {
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': dest };
    const answer = await sandbox.fetch(`/_sandbox/?token=${encoded}`, { headers });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  }
});
