import { describe, expect, it } from 'vitest';
import { SandboxClient } from '../../src/client.ts';
import { cliResult, cliSandbox } from '../support/cli.ts';
import { started } from '../support/started.ts';

/** The address of a sandbox, with a name for this machine that its resolver need not know. */
const named = (url: string) => url.replace(/127\.0\.0\.1|localhost/, 'pay.localhost');

describe('A sandbox at a name below localhost is found, whatever the resolver says', () => {
  it.each(['health', 'gateways', 'doctor'])('by %s', async (command) => {
    const { url } = await cliSandbox();
    const { code, stdout, stderr } = await cliResult([command, '--url', named(url), '--json']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain('no sandbox');
  });

  it('by audit, which gets as far as the app', async () => {
    const { url } = await cliSandbox();
    const app = ['--gateway', 'cardgw', '--return-url', 'http://127.0.0.1:9/return'];
    const { stdout, stderr } = await cliResult(['audit', '--url', named(url), ...app]);
    expect(stdout + stderr).not.toContain('No sandbox answers');
  });

  it('by the client', async () => {
    const { url } = await started();
    const client = await SandboxClient.connect(named(url));
    expect(client.account.id).toBe('demo');
  });
});

describe('A sandbox that speaks HTTPS only', () => {
  it.each(['health', 'transactions', 'doctor'])('%s names its address', async (command) => {
    const { url } = await cliSandbox(['--https']);
    const plain = url.replace('https:', 'http:');
    const { code, stdout, stderr } = await cliResult([command, '--url', plain]);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain(
      `The sandbox at ${plain} speaks HTTPS only. Set its address with --url ${url}, or with GATEWAY_SANDBOX_URL.`,
    );
    expect(stdout + stderr).not.toMatch(/is not gateway-sandbox|Stop the program/);
  });

  it('the client says so', async () => {
    const { url } = await cliSandbox(['--https']);
    await expect(SandboxClient.connect(url.replace('https:', 'http:'))).rejects.toThrow('speaks HTTPS only');
  });
});
