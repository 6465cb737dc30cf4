import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/host/paths.ts';
import { cliResult, cliSandbox, runCli } from '../support/cli.ts';
import { freshSandbox } from '../support/fresh.ts';

const run = promisify(execFile);

describe('Start with --json', () => {
  it('prints one line of JSON with pid, url, control_url and the fixed account, and nothing else', async () => {
    const sandbox = await cliSandbox();
    const { port } = new URL(sandbox.url);
    expect(sandbox.stdout()).toBe(
      `{"ready":true,"pid":${sandbox.process.pid},"url":"http://127.0.0.1:${port}",` +
        `"control_url":"http://127.0.0.1:${port}/_sandbox/api","account":{"id":"demo","api_key":"demo_api_key",` +
        '"access_tokens":{"test":"demo_test_token","live":"demo_live_token"},"secret_key":"demo_secret_key"}}\n',
    );
    expect(sandbox.stderr()).toBe('');
  });

  it('prints it when requests are answered: the first request after it succeeds', async () => {
    const { url } = await cliSandbox();
    const health = await fetch(`${url}/_sandbox/health`);
    expect(health.status).toBe(200);
    expect(await health.json()).toEqual({ status: 'ok', version });
  });

  it('prints it only when requests are answered: a port in use gives no line', async () => {
    const other = await freshSandbox();
    const url = await other.listen();
    const { host, port } = new URL(url);
    const { code, stdout, stderr } = await cliResult(['--port', port, '--json']);
    expect(stdout).toBe('');
    expect(stderr).toBe(
      `${host} is in use by another sandbox (version ${version}). Use it at ${url}, stop it with \`gateway-sandbox stop --url ${url}\`, or choose another port with --port N (0 for a free one).\n`,
    );
    expect(code).toBe(1);
  });

  it('--port 0 takes a free port: two sandboxes start beside each other', async () => {
    const [one, two] = await Promise.all([cliSandbox(), cliSandbox()]);
    expect(new URL(one.url).port).toMatch(/^[1-9]\d{3,4}$/);
    expect(new URL(two.url).port).not.toBe(new URL(one.url).port);
  });

  it('answers on 127.0.0.1 and on [::1], where there is one, with the same port', async () => {
    const { url } = await cliSandbox();
    const { port } = new URL(url);
    for (const host of ['127.0.0.1', 'localhost', ...(hasIpv6Loopback() ? ['[::1]'] : [])]) {
      expect((await fetch(`http://${host}:${port}/_sandbox/health`)).status, host).toBe(200);
    }
  });

  it('listens on loopback alone', async () => {
    const { url } = await cliSandbox();
    const others = Object.values(networkInterfaces()).flatMap((all) =>
      (all ?? [])
        .filter(({ internal, family }) => !internal && family === 'IPv4')
        .map(({ address }) => address),
    );
    // 127.0.0.2 is this machine too, but the sandbox was not told to listen there.
    for (const host of ['127.0.0.2', ...others]) {
      expect(await isOpen(host, Number(new URL(url).port)), host).toBe(false);
    }
  });
});

describe('The banner', () => {
  it('prints the base URL, the credentials, the links to the inbox and the dashboard, and one curl', async () => {
    const text = await runCli(['--port', '0']).printed(/Ctrl-C stops it/);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '';
    expect(text.trim().split(/\n+/)).toEqual([
      `gateway-sandbox ${version} is ready. No money moves.`,
      `  API         ${url}/api/v1/transaction/`,
      `  Phone       ${url}/_sandbox/inbox`,
      `  Dashboard   ${url}/_sandbox/`,
      '  API key     demo_api_key',
      '  Test token  demo_test_token',
      '  Live token  demo_live_token',
      '  Secret key  demo_secret_key',
      '  Data        in memory',
      '  Try it: this sends a code to the phone.',
      `curl -s ${url}/api/v1/transaction/walletA/verify \\`,
      '  -H "Authorization: Bearer demo_test_token" \\',
      '  -H "X-API-KEY: demo_api_key" \\',
      '  --data-urlencode mobile_number=0912345678 \\',
      '  --data-urlencode birth_year=1990 \\',
      '  --data-urlencode amount=10.00',
      '  Ctrl-C stops it.',
    ]);
  });

  it('prints a curl that works when pasted: a code arrives', async () => {
    const text = await runCli(['--port', '0']).printed(/Ctrl-C stops it/);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '';
    const { stdout } = await run('bash', ['-c', pasted(text)]);
    expect(JSON.parse(stdout)).toEqual({
      status: 200,
      result: { process_id: expect.any(Number) },
      message: 'OTP has been sent to your mobile number',
    });
    const latest = await fetch(`${url}/_sandbox/api/otps/latest?mobile_number=0912345678`);
    expect(await latest.json()).toMatchObject({
      mobile_number: '0912345678',
      amount: '10.00',
      status: 'active',
    });
  });

  it('prints links that open: inbox and dashboard', async () => {
    const text = await runCli(['--port', '0']).printed(/Ctrl-C stops it/);
    for (const link of text.match(/http:\S+\/_sandbox\S*/g) ?? []) {
      const page = await fetch(link);
      expect(page.status, link).toBe(200);
      expect(page.headers.get('content-type'), link).toBe('text/html; charset=utf-8');
    }
    expect(text.match(/http:\S+\/_sandbox\S*/g)).toHaveLength(2);
  });

  it('has no color without a terminal', async () => {
    const text = await runCli(['--port', '0'], { env: { NO_COLOR: '' } }).printed(/Ctrl-C stops it/);
    expect(text).not.toContain('\u001b');
  });

  it('--quiet prints nothing', async () => {
    const other = await freshSandbox();
    const { port } = new URL(await other.listen());
    await other.stop();
    const cli = runCli(['--port', port, '--quiet']);
    await answered(`http://127.0.0.1:${port}/_sandbox/health`);
    cli.process.kill('SIGTERM');
    expect(await cli.ended).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  });
});

function hasIpv6Loopback(): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
}

/** The banner's command, as copied with the mouse. */
function pasted(text: string): string {
  const [command = ''] = /^curl [\s\S]*?[^\\]$/m.exec(text) ?? [];
  return command;
}

function isOpen(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port, timeout: 2000 });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('timeout', () => resolve(false));
    socket.once('error', () => resolve(false));
  }).then((open) => {
    socket.destroy();
    return open === true;
  });
}

/** Polls until the server answers. Ends with the test's timeout. */
async function answered(url: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer) return answer;
  }
}
