import { networkInterfaces } from 'node:os';
import { platform } from 'node:process';
import { describe, expect, it } from 'vitest';
import { dashboardUrl } from '../../src/cli/banner.ts';
import { type CliSandbox, cliResult, cliSandbox, runCli } from '../support/cli.ts';
import { rightFields } from '../support/sandbox.ts';

describe('--host other than loopback needs a token for /_sandbox', () => {
  it('made and printed once: the ready line holds it', async () => {
    const sandbox = await cliSandbox(['--host', '0.0.0.0']);
    expect(sandbox.token).toMatch(/^token_[A-Za-z0-9]{32}$/);
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const other = await cliSandbox(['--host', '0.0.0.0']);
    expect(other.token).not.toBe(sandbox.token);
  });

  it('or the one of GATEWAY_SANDBOX_TOKEN', async () => {
    const sandbox = await openSandbox();
    expect(sandbox.token).toBe('a-token-of-ours');
  });

  it('the control API answers 401 without it and with a wrong one, 200 with Authorization: Bearer', async () => {
    const { control_url: controlUrl } = await openSandbox();
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${controlUrl}/otps`, { headers })).status;
    expect(await status({})).toBe(401);
    expect(await status({ Authorization: 'Bearer a-token-of-other' })).toBe(401);
    expect(await status({ Authorization: 'Bearer' })).toBe(401);
    expect(await status({ Authorization: 'Basic a-token-of-ours' })).toBe(401);
    expect(await status({ Authorization: 'Bearer a-token-of-ours' })).toBe(200);
    expect(await status({ Authorization: 'bearer a-token-of-ours' })).toBe(200);
  });

  it('is set with --token, which the banner repeats for the commands', async () => {
    const cli = runCli(['--port', '0', '--host', '0.0.0.0', '--token', 'a-token+of/ours']);
    const text = await cli.printed(/Ctrl-C stops it/);
    expect(text).toContain('/_sandbox/?token=a-token%2Bof%2Fours\n');
    expect(text).toContain(
      '  Token       a-token+of/ours (in the links above; for commands: --token, or GATEWAY_SANDBOX_TOKEN)\n',
    );
    expect(await cliResult(['start', '--token', 'short'])).toMatchObject({
      code: 2,
      stderr: '--token must be 8 to 200 printable ASCII characters.\n',
    });
  });

  it('is in the address that --open opens', () => {
    const running = { url: 'http://127.0.0.1:4700', token: 'a+b' };
    expect(dashboardUrl(running)).toBe('http://127.0.0.1:4700/_sandbox/?token=a%2Bb');
    expect(dashboardUrl({ ...running, token: undefined })).toBe('http://127.0.0.1:4700/_sandbox/');
  });

  it('a person opens the link with ?token= and has a cookie from then on', async () => {
    const { url } = await openSandbox();
    const opened = await fetch(`${url}/_sandbox/inbox?token=a-token-of-ours`, { redirect: 'manual' });
    expect(opened.status).toBe(303);
    expect(opened.headers.get('location')).toBe('/_sandbox/inbox');
    const cookie = opened.headers.getSetCookie();
    expect(cookie).toEqual([
      `gateway_sandbox_token_${new URL(url).port}=a-token-of-ours; Path=/_sandbox; HttpOnly; SameSite=Lax`,
    ]);
    const inbox = await fetch(`${url}/_sandbox/inbox`, {
      headers: { Cookie: cookie[0]?.split(';')[0] ?? '' },
    });
    expect(inbox.status).toBe(200);
    expect((await fetch(`${url}/_sandbox/inbox?token=wrong`, { redirect: 'manual' })).status).toBe(401);
  });

  it('the banner’s links hold it', async () => {
    const text = await runCli(['--port', '0', '--host', '0.0.0.0']).printed(/Ctrl-C stops it/);
    const links = text.match(/http:\S+\/_sandbox\S*/g) ?? [];
    expect(links).toHaveLength(2);
    for (const link of links) {
      expect(link).toMatch(/\?token=token_[A-Za-z0-9]{32}$/);
      expect((await fetch(link, { redirect: 'manual' })).status).toBe(303);
    }
  });

  it('health needs none, and neither do the merchant API and the checkout', async () => {
    const sandbox = await openSandbox();
    expect((await fetch(`${sandbox.url}/_sandbox/health`)).status).toBe(200);
    const confirmed = await sandbox.call('localbankcards/confirm', rightFields['localbankcards/confirm']);
    expect((await fetch(confirmed.json.result.redirect_url)).status).toBe(200);
  });

  it('loopback needs none', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const sandbox = await cliSandbox(['--host', host]);
      expect(sandbox).not.toHaveProperty('token');
      expect(await sandbox.control('otps')).toEqual({ data: [], next: null });
    }
  });
});

describe('--host ADDR', () => {
  it('is allowed as the Host: the url of the ready line works', async () => {
    const sandbox = await cliSandbox(['--host', ownAddress()]);
    expect(new URL(sandbox.url).hostname).toBe(ownAddress());
    expect((await fetch(`${sandbox.url}/_sandbox/health`)).status).toBe(200);
    expect((await sandbox.call('walletA/verify', rightFields['walletA/verify'])).status).toBe(200);
  });

  it('listens there alone', async () => {
    const { url, control } = await cliSandbox(['--host', ownAddress()]);
    await control('accounts', { id: 'only-here' });
    const look = (base: string) =>
      fetch(`${base}/_sandbox/api/accounts/only-here`).then(({ status }) => status);
    expect(await look(url)).toBe(200);
    // Another test may have this port of 127.0.0.1.
    const refused = () => 'refused';
    expect(await look(url.replace(ownAddress(), '127.0.0.1')).catch(refused)).not.toBe(200);
  });
});

function openSandbox(): Promise<CliSandbox> {
  return cliSandbox(['--host', '0.0.0.0'], { env: { GATEWAY_SANDBOX_TOKEN: 'a-token-of-ours' } });
}

/** An address of this machine other than 127.0.0.1. macOS has no other one in 127.0.0.0/8. */
function ownAddress(): string {
  if (platform !== 'darwin') return '127.0.0.2';
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2';
}
