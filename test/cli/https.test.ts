import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { localCertificate } from '../../src/tls/local-ca.ts';
import { cliResult, cliSandbox, runCli } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';

const run = promisify(execFile);

describe('--https: a certificate by our own local CA, made on the fly and kept', () => {
  it('answers HTTPS to a client that trusts the CA, on both loopbacks and localhost', async () => {
    const cwd = testFolder();
    const { url } = await cliSandbox(['--https'], { cwd });
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const ca = readFileSync(join(cwd, 'gateway-sandbox/ca.pem'), 'utf8');
    const { port } = new URL(url);
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await healthOf(`https://${host}:${port}`, ca), host).toBe(200);
    }
  });

  it('is refused by a client that does not trust it', async () => {
    const { url } = await cliSandbox(['--https']);
    await expect(healthOf(url, undefined)).rejects.toThrow(/certificate/);
  });

  it('keeps the CA: the next start’s certificate is trusted by the same file, which is for its owner alone', async () => {
    const cwd = testFolder();
    const first = await cliSandbox(['--https'], { cwd });
    const file = join(cwd, 'gateway-sandbox/ca.pem');
    const ca = readFileSync(file, 'utf8');
    const second = await cliSandbox(['--https'], { cwd });
    expect(readFileSync(file, 'utf8')).toBe(ca);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(await healthOf(first.url, ca)).toBe(200);
    expect(await healthOf(second.url, ca)).toBe(200);
  });

  it('prints one line on how to trust it, and a curl that works when pasted', async () => {
    const cwd = testFolder();
    const text = await runCli(['--https', '--port', '0'], { cwd }).printed(/Ctrl-C stops it/);
    expect(text.match(/^.*NODE_EXTRA_CA_CERTS.*$/gm)).toHaveLength(1);
    const [command = ''] = /^curl [\s\S]*?[^\\]$/m.exec(text) ?? [];
    const { stdout } = await run('bash', ['-c', command], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ status: 200 });
  });

  it('redirect_url and control_url are https', async () => {
    const cwd = testFolder();
    const { url, control_url: controlUrl } = await cliSandbox(['--https'], { cwd });
    expect(controlUrl).toBe(`${url}/_sandbox/api`);
    const command = [
      `curl -s --cacert gateway-sandbox/ca.pem ${url}/api/v1/transaction/localbankcards/confirm`,
      '-H "Authorization: Bearer demo_test_token" -H "X-API-KEY: demo_api_key"',
      '-d amount=1 -d invoice_no=A-1 -d return_url=https://shop.example/',
    ];
    const { stdout } = await run('bash', ['-c', command.join(' ')], { cwd });
    expect(JSON.parse(stdout).result.redirect_url.startsWith(`${url}/checkout?token=`)).toBe(true);
  });
});

describe('--cert and --key', () => {
  it('serve HTTPS with a certificate of the user’s own', async () => {
    const { cwd, caFile } = await ownCertificate();
    const { url } = await cliSandbox(['--cert', 'cert.pem', '--key', 'key.pem'], { cwd });
    expect(url).toMatch(/^https:/);
    expect(await healthOf(url, readFileSync(caFile, 'utf8'))).toBe(200);
  });

  it('must go together and be certificate and key: else one clear sentence, exit code 1', async () => {
    const { cwd } = await ownCertificate();
    writeFileSync(join(cwd, 'other.pem'), (await localCertificate({ dir: testFolder(), hosts: ['x'] })).key);
    const result = (...args: string[]) => cliResult(['--port', '0', ...args], { cwd });
    expect(await result('--cert', 'cert.pem', '--key', 'other.pem')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^\S+cert\.pem and \S+other\.pem are no certificate and key that go together: .*\n$/,
      ),
    });
    expect(await result('--cert', 'key.pem', '--key', 'key.pem')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/are no certificate and key that go together: .*\n$/),
    });
  });
});

/** Files as a user has them, made by a CA in a folder of its own. */
async function ownCertificate(): Promise<{ cwd: string; caFile: string }> {
  const cwd = testFolder();
  const { cert, key, caFile } = await localCertificate({ dir: testFolder(), hosts: ['127.0.0.1'] });
  writeFileSync(join(cwd, 'cert.pem'), cert);
  writeFileSync(join(cwd, 'key.pem'), key);
  return { cwd, caFile };
}

function healthOf(url: string, ca: string | undefined): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const trust = ca === undefined ? {} : { ca };
    const outgoing = request(new URL('/_sandbox/health', url), { agent: false, ...trust }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
