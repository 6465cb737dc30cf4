import { type IncomingHttpHeaders, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { cliSandbox, noSandbox, runCli } from '../support/cli.ts';
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

describe('--public-url auto: redirect_url starts with the address of the request', () => {
  const begin = async (url: string, headers: Record<string, string>) =>
    new URL(await redirectUrl(url, headers.Host ?? '', headers)).origin;

  it('if its host is allowed in a browser, else with the address that it listens on', async () => {
    const { url } = await cliSandbox(['--public-url', 'auto', '--allow-host', 'pay.example']);
    for (const host of [
      'localhost:32768',
      '127.0.0.1:40000',
      '[::1]:5',
      'PAY.example:8080',
      'shop.localhost',
    ])
      expect(await begin(url, { Host: host })).toBe(`http://${host.toLowerCase()}`);
    for (const host of ['sandbox:4700', 'host.docker.internal'])
      expect(await begin(url, { Host: host })).toBe(url);
  });

  it('calls that come together each get their own', async () => {
    const { url } = await cliSandbox(['--public-url', 'auto']);
    const hosts = Array.from({ length: 20 }, (_, at) => `localhost:${30_000 + at}`);
    expect(await Promise.all(hosts.map((host) => begin(url, { Host: host })))).toEqual(
      hosts.map((host) => `http://${host}`),
    );
  });

  it('with https where a trusted proxy says so, and its pages may be used', async () => {
    const proxied = { Host: 'pay.example', 'X-Forwarded-Proto': 'https' };
    const flags = ['--public-url', 'auto', '--allow-host', 'pay.example'];
    const [plain, trusting] = [await cliSandbox(flags), await cliSandbox([...flags, '--trust-proxy'])];
    expect(await begin(plain.url, proxied)).toBe('http://pay.example');
    expect(await begin(trusting.url, proxied)).toBe('https://pay.example');
    const reset = ({ url }: { url: string }) =>
      asked(url, '/_sandbox/api/reset', { ...proxied, Origin: 'https://pay.example' }, 'POST');
    expect([(await reset(plain)).status, (await reset(trusting)).status]).toEqual([403, 200]);
  });

  it('so do the links of the control API and the commands on pages', async () => {
    const { url } = await cliSandbox(['--public-url', 'auto']);
    await redirectUrl(url, 'localhost:1');
    const at = { Host: 'localhost:32768' };
    const [checkout] = JSON.parse((await asked(url, '/_sandbox/api/checkouts', at)).text).data;
    expect(checkout.redirect_url).toMatch(/^http:\/\/localhost:32768\/checkout/);
    expect((await asked(url, '/_sandbox/', at)).text).toContain('http://localhost:32768');
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

  it('the banner has the address that its reader can reach', async () => {
    const cli = runCli(['start', '--port', '0', '--public-url', 'https://pay.example'], { env: noSandbox });
    const banner = await cli.printed(/Ctrl-C/);
    expect(banner).toContain('https://pay.example/_sandbox/inbox');
    expect(banner).toContain('curl -s https://pay.example/api/v1/transaction/');
  });

  it('the ready line and the control API stay where the sandbox listens', async () => {
    const { url, control_url: controlUrl } = await cliSandbox(['--public-url', 'https://pay.example']);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(controlUrl).toBe(`${url}/_sandbox/api`);
  });
});

async function redirectUrl(url: string, host: string, more: Record<string, string> = {}): Promise<string> {
  const { headers, body } = merchantCall(fields);
  const sent = {
    ...(headers as Record<string, string>),
    ...more,
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
