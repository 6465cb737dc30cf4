import { type IncomingHttpHeaders, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { cliSandbox } from '../support/cli.ts';
import { merchantCall, rightFields } from '../support/sandbox.ts';

const fields = rightFields['localbankcards/confirm'];

describe('redirect_url starts with --public-url, else with the ready line’s url, never with the request’s Host', () => {
  it.each(['localhost', 'shop.localhost', 'host.docker.internal', 'sandbox'])(
    'without --public-url, asked by the Host %s',
    async (host) => {
      const { url } = await cliSandbox();
      expect(await redirectUrl(url, host)).toMatch(new RegExp(`^${url}/checkout\\?token=[A-Za-z0-9]{32}$`));
    },
  );

  it('with --public-url, whatever the Host', async () => {
    const { url } = await cliSandbox(['--public-url', 'https://pay.example:8443/']);
    for (const host of ['localhost', 'pay.example', 'pay.example:8443']) {
      expect(await redirectUrl(url, host)).toMatch(
        /^https:\/\/pay\.example:8443\/checkout\?token=[A-Za-z0-9]{32}$/,
      );
    }
  });
});

describe('--public-url, with a proxy before the sandbox', () => {
  it('its host is allowed, on pages too', async () => {
    const { url } = await cliSandbox(['--public-url', 'https://pay.example']);
    expect((await asked(url, '/_sandbox/', { Host: 'pay.example' })).status).toBe(200);
    expect((await asked(url, '/_sandbox/', { Host: 'pay.example.evil.example' })).status).toBe(403);
  });

  it('its origin may write, another one of that host may not', async () => {
    const { url } = await cliSandbox(['--public-url', 'https://pay.example']);
    const reset = (origin: string) =>
      asked(url, '/_sandbox/api/reset', { Host: 'pay.example', Origin: origin }, 'POST');
    expect((await reset('https://pay.example')).status).toBe(200);
    expect((await reset('https://pay.example:8443')).status).toBe(403);
    expect((await reset('https://shop.example')).status).toBe(403);
  });

  it('with https, its pages get the token in a cookie for HTTPS alone, and those on this machine do not', async () => {
    const token = 'token-of-the-test';
    const { url } = await cliSandbox(['--public-url', 'https://pay.example'], {
      env: { GATEWAY_SANDBOX_TOKEN: token },
    });
    const cookie = async (Host: string) =>
      (await asked(url, `/_sandbox/?token=${token}`, { Host })).headers['set-cookie']?.join();
    expect(await cookie('pay.example')).toContain('; Secure;');
    expect(await cookie(new URL(url).host)).not.toContain('Secure');
  });

  it('the ready line and the control API stay where the sandbox listens', async () => {
    const { url, control_url: controlUrl } = await cliSandbox(['--public-url', 'https://pay.example']);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(controlUrl).toBe(`${url}/_sandbox/api`);
  });
});

async function redirectUrl(url: string, host: string): Promise<string> {
  const { headers, body } = merchantCall(fields);
  const sent = {
    ...(headers as Record<string, string>),
    Host: host,
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  const { status, text } = await asked(
    url,
    '/api/v1/transaction/localbankcards/confirm',
    sent,
    'POST',
    String(body).replace('INV-1', `INV-${host}`),
  );
  expect(status, text).toBe(200);
  return JSON.parse(text).result.redirect_url;
}

/** A request with any Host header: `fetch` would set its own. */
function asked(
  url: string,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
  body = '',
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, url), { method, headers, agent: false }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text: Buffer.concat(chunks).toString('utf8'),
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
