import { expect, it } from 'vitest';
import { CookieJar } from '../../src/net/cookie-jar.ts';

const page = 'http://127.0.0.1:3000/pay/return?approved=1';

/** What the jar sends to `to` after `from` has set these cookies. */
function sent(to: string, from: string, ...cookies: readonly string[]): string | undefined {
  const jar = new CookieJar();
  jar.take(
    from,
    cookies.map((cookie) => ['Set-Cookie', cookie]),
  );
  return jar.headers(to).Cookie;
}

it.each([
  ['all of the host', page, ['a=1; Path=/', 'b=2=3; path=/pay; HttpOnly'], 'b=2=3; a=1'],
  ['at another port too', 'http://127.0.0.1:3001/', ['a=1; Path=/'], 'a=1'],
  ['never at another host', 'http://localhost:3000/pay/', ['a=1; Path=/'], undefined],
  ['in the folder of its page', 'http://127.0.0.1:3000/pay/thanks', ['a=1'], 'a=1'],
  ['not outside of it', 'http://127.0.0.1:3000/thanks', ['a=1'], undefined],
  ['not in a folder of like name', 'http://127.0.0.1:3000/payments', ['a=1; Path=/pay'], undefined],
  ['the newest of a name', page, ['a=1; Path=/', 'a=2; Path=/'], 'a=2'],
  ['none that is removed', page, ['a=1; Path=/', 'a=; Path=/; Max-Age=0'], undefined],
  ['none that has expired', page, ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], undefined],
  ['what Max-Age keeps', page, ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60'], 'a=1'],
  ['none for another domain', page, ['a=1; Domain=shop.test'], undefined],
  ['none without a name', page, ['=1', 'nothing'], undefined],
  ['a Secure one on this machine', page, ['a=1; Secure'], 'a=1'],
])('A cookie jar sends %s', (_what, to, cookies, expected) => {
  expect(sent(to, page, ...cookies)).toBe(expected);
});

it('sends Secure cookies over https only, and takes none over http', () => {
  const secure = 'a=1; Domain=shop.test; Path=/; Secure';
  expect(sent('https://shop.test/', 'https://shop.test/', secure)).toBe('a=1');
  expect(sent('http://shop.test/', 'https://shop.test/', secure)).toBeUndefined();
  expect(sent('https://shop.test/', 'http://shop.test/', secure)).toBeUndefined();
});
