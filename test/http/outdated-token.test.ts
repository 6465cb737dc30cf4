import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';

const token = 'token-of-the-test';

describe('A form that is sent with an outdated token', () => {
  const send = async (headers: Record<string, string>, lang = 'en') => {
    const sandbox = await freshSandbox({ token });
    const { status, text } = await sandbox.fetch(`/_sandbox/clock/advance?lang=${lang}`, {
      method: 'POST',
      headers: { Accept: 'text/html', Cookie: 'gateway_sandbox_token=old', ...headers },
      body: new URLSearchParams({ step: '1d' }),
    });
    expect((await sandbox.fetch('/_sandbox/api/clock', right)).json.offset_ms).toBeLessThan(60_000);
    return { status, text };
  };
  const right = { headers: { Authorization: `Bearer ${token}` } };

  it.each([
    [
      'http://localhost/_sandbox/clock?account=a%26b&done=moved',
      '/_sandbox/clock',
      'name="account" value="a&amp;b"',
    ],
    ['http://localhost/_sandbox/callbacks/1', '/_sandbox/callbacks/1', ''],
    ['http://localhost/checkout?token=x', '/_sandbox/', ''],
    ['http://evil.example//evil.example/', '/_sandbox/', ''],
    ['nonsense', '/_sandbox/', ''],
    ['', '/_sandbox/', ''],
  ])('from %j gets the sign-in page, which leads to %s', async (referer, path, field) => {
    const { status, text } = await send({ Referer: referer });
    expect(status).toBe(401);
    expect(text).toContain(`<form action="${path}">`);
    expect(text).toContain(field);
    expect(text).toContain('Nothing was changed. Enter the token, then send the form again.');
    expect(text).not.toContain('name="token" value');
  });

  it('gets it in Arabic, too', async () => {
    expect((await send({}, 'ar')).text).toContain('لم يتغيّر شيء.');
  });

  it('is still refused as another site’s', async () => {
    const { status, text } = await send({ Origin: 'http://evil.example' });
    expect([status, JSON.parse(text).error.code]).toEqual([403, 'CROSS_SITE']);
  });

  it('by a program gets JSON', async () => {
    const { status, text } = await send({ Accept: '*/*' });
    expect([status, JSON.parse(text).error.code]).toEqual([401, 'TOKEN_REQUIRED']);
  });
});
