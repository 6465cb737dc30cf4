import { execFile } from 'node:child_process';
import type { X509Certificate } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { makeAuthority, makeLeaf } from '../../src/tls/certificate.ts';
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

  it('names the CA in the ready line, for programs', async () => {
    const cwd = testFolder();
    const { ca } = await cliSandbox(['--https'], { cwd });
    expect(ca).toBe(join(cwd, 'gateway-sandbox/ca.pem'));
    expect(await cliSandbox()).not.toHaveProperty('ca');
  });

  it('is for the host of --public-url too, and for every address of the machine with --host 0.0.0.0', async () => {
    const cwd = testFolder();
    const args = ['--https', '--public-url', 'https://pay.test', '--host', '0.0.0.0'];
    const { url, ca } = await cliSandbox(args, { cwd });
    const addresses = Object.values(networkInterfaces()).flatMap((all) =>
      (all ?? []).map(({ address }) => address),
    );
    const certificate = await certificateAt(Number(new URL(url).port), readFileSync(ca ?? ''));
    expect(certificate.checkHost('pay.test')).toBe('pay.test');
    for (const address of addresses)
      expect(certificate.checkIP(address.replace(/%.*/, '')), address).toBeDefined();
  });

  it('gives the token in a cookie for HTTPS alone', async () => {
    const cwd = testFolder();
    const { url, ca = '' } = await cliSandbox(['--https'], {
      cwd,
      env: { GATEWAY_SANDBOX_TOKEN: 'token-of-the-test' },
    });
    const command = `curl -si --cacert ${ca} '${url}/_sandbox/?token=token-of-the-test'`;
    const { stdout } = await run('bash', ['-c', command], { cwd });
    expect(stdout).toMatch(/^set-cookie: gateway_sandbox_token_\d+_https=token-of-the-test; .*\bSecure\b/im);
  });

  it('answers plain HTTP with a hint, and goes on', async () => {
    const cwd = testFolder();
    const { url, ca = '' } = await cliSandbox(['--https'], { cwd });
    const answer = await fetch(url.replace('https:', 'http:'));
    expect([answer.status, await answer.text()]).toEqual([
      400,
      'This port speaks HTTPS only. Write https:// in the URL.\n',
    ]);
    expect(await healthOf(url, readFileSync(ca, 'utf8'))).toBe(200);
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
        /^\S+other\.pem is not the key of the certificate in \S+cert\.pem\. .*\n$/,
      ),
    });
    expect(await result('--cert', 'key.pem', '--key', 'key.pem')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^\S+key\.pem contains no certificate\. .*\n$/),
    });
  });

  it('an expired certificate is served, for clients that must refuse it, and said to be expired', async () => {
    const cwd = testFolder();
    const longAgo = Date.parse('2024-01-01');
    const { certificate, key } = makeLeaf(makeAuthority(longAgo), ['127.0.0.1'], longAgo);
    writeFileSync(join(cwd, 'cert.pem'), certificate.toString());
    writeFileSync(join(cwd, 'key.pem'), key.export({ type: 'pkcs8', format: 'pem' }));
    const files = ['--cert', 'cert.pem', '--key', 'key.pem'];
    const sentence = /The certificate in \S+cert\.pem expired on 2025-0\d-\d\d: clients will refuse it\./;
    expect((await cliSandbox(files, { cwd })).note).toMatch(sentence);
    expect(await runCli([...files, '--port', '0'], { cwd }).printed(/Ctrl-C stops it/)).toMatch(sentence);
  });
});

/** A user's own certificate files, issued by a CA in its own folder. */
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

function certificateAt(port: number, ca: Buffer): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', ca }, () => {
      const certificate = socket.getPeerX509Certificate();
      socket.end();
      if (certificate) resolve(certificate);
    });
    socket.on('error', reject);
  });
}
