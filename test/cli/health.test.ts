import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localCertificate } from '../../src/tls/local-ca.ts';
import { cliResult, cliSandbox, runCli } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { freshRawMerchant } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';

const config = 'gateway-sandbox.config.json';
const answersAndStores = (url: string) => `The sandbox at ${url} answers and stores.\n`;

describe('health tells a sandbox from any other server', () => {
  it.each(['{}', '[]', 'null', '"ok"', '{"status":"ok"}', '<html>', ''])(
    'a server that answers %j',
    async (body) => {
      const { url } = await freshRawMerchant(answering('200 OK', {}, body));
      const message = `The server at ${url} is not gateway-sandbox (status 200). Set another address with --url URL.`;
      const ended = await cliResult(['health', '--json', '--url', url]);
      expect(ended).toEqual({
        code: 1,
        signal: null,
        stdout: `${JSON.stringify({ status: 'foreign', message })}\n`,
        stderr: `${message}\n`,
      });
    },
  );

  it('one that cannot store says why, as text and as JSON', async () => {
    const body = '{"status":"failing","version":"1.0.0","message":"The disk is full."}';
    const { url } = await freshRawMerchant(answering('503 Service Unavailable', {}, body));
    expect(await cliResult(['health', '--url', url])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `The sandbox at ${url} answers but cannot store data. The disk is full.\n`,
    });
    expect(await cliResult(['health', '--json', '--url', url])).toMatchObject({
      code: 1,
      stdout: `${body}\n`,
    });
  });

  it.each(['https://sandbox.example/_sandbox/health', 'https://sandbox.example/طلب'])(
    'a redirect is named, not followed: %s',
    async (to) => {
      const { url } = await freshRawMerchant(answering('308 Permanent Redirect', { Location: to }, ''));
      expect((await cliResult(['health', '--url', url])).stderr).toContain(
        `(status 308, redirects to ${to})`,
      );
    },
  );
});

describe('A server that never answers', () => {
  it('health, stop and doctor give up in seconds, and say so', async () => {
    const { url } = await freshRawMerchant(() => undefined);
    const cwd = testFolder();
    writeFileSync(join(cwd, config), '{"port":0}');
    const [health, stop, doctor] = await Promise.all(
      ['health', 'stop', 'doctor'].map((command) => cliResult([command, '--url', url], { cwd })),
    );
    const sentence = `The server at ${url} did not answer within 4 s. Check that it is not stopped or overloaded.`;
    expect(health).toMatchObject({ code: 1, stdout: '', stderr: `${sentence}\n` });
    expect(stop).toMatchObject({ code: 1, stdout: '', stderr: `${sentence}\n` });
    expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining(sentence) });
  });

  it('a sandbox whose process is stopped', async () => {
    const sandbox = await cliSandbox();
    sandbox.process.kill('SIGSTOP');
    expect((await cliResult(['health', '--url', sandbox.url])).code).toBe(1);
    sandbox.process.kill('SIGCONT');
    expect((await cliResult(['health', '--url', sandbox.url])).code).toBe(0);
  });
});

describe('Without --url, health asks where start serves in the same environment', () => {
  it.each([
    ['HTTPS by the config file', { https: true }],
    ['HTTPS by a certificate of one’s own', { cert: 'cert.pem', key: 'key.pem' }],
    ['all addresses', { host: '0.0.0.0' }],
  ])('%s', async (_, members) => {
    const cwd = testFolder();
    const { cert, key } = await localCertificate({ dir: testFolder(), hosts: ['127.0.0.1'] });
    writeFileSync(join(cwd, 'cert.pem'), cert);
    writeFileSync(join(cwd, 'key.pem'), key);
    writeFileSync(join(cwd, config), JSON.stringify(members));
    const { url } = await cliSandbox([], { cwd });
    const env = { GATEWAY_SANDBOX_PORT: new URL(url).port };
    expect(await cliResult(['health'], { cwd, env })).toMatchObject({
      code: 0,
      stdout: answersAndStores(url),
    });
  });

  it('doctor sees a sandbox that serves HTTPS', async () => {
    const cwd = testFolder();
    const { url } = await cliSandbox(['--https'], { cwd });
    const { code, stdout } = await cliResult(['doctor', '--url', url], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringContaining(`a sandbox responds at ${url}`)]);
  });

  it('doctor fails as health does if the address has the wrong scheme, whatever port a start would take', async () => {
    const { url } = await cliSandbox();
    const other = url.replace('http:', 'https:');
    const cwd = testFolder();
    const { code: ofHealth, stderr } = await cliResult(['health', '--url', other], { cwd });
    expect([ofHealth, stderr]).toEqual([
      1,
      `The server at ${other} does not speak HTTPS with this client. Check the address and its scheme, http or https, and set it with --url URL.\n`,
    ]);
    for (const port of ['0', new URL(url).port]) {
      const env = { GATEWAY_SANDBOX_PORT: port };
      const { code, stdout } = await cliResult(['doctor', '--url', other], { cwd, env });
      expect([code, stdout.match(/^bad .*\n(?: .*\n)*/gm)]).toEqual([1, [`bad  port           ${stderr}`]]);
    }
  });

  it('doctor says what is in the way of a start', async () => {
    const { url } = await freshRawMerchant(answering('200 OK', {}, 'a shop'));
    const env = { GATEWAY_SANDBOX_PORT: new URL(url).port };
    const { code, stdout } = await cliResult(['doctor'], { cwd: testFolder(), env });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^bad {2}port +The server at \S+ is not gateway-sandbox \(status 200\)\. .*\n +Stop the program that uses it, or start with --port N/m,
    );
  });

  it('doctor says how to trust a sandbox on this machine with a certificate of an unknown authority', async () => {
    const { url } = await cliSandbox(['--https'], { cwd: testFolder() });
    const { code, stdout } = await cliResult(['doctor', '--url', url], { cwd: testFolder() });
    expect(code).toBe(1);
    expect(stdout.match(/^bad .*\n(?: .*\n)*/gm)).toEqual([
      expect.stringMatching(
        /^bad {2}clock +The server at https:\S+ has a certificate that is not trusted \(\w+\)\. Set NODE_EXTRA_CA_CERTS .*\.\n$/,
      ),
    ]);
  });

  it('doctor asks once for the token of a sandbox that needs one', async () => {
    const cwd = testFolder();
    const { url } = await cliSandbox(['--token', 'a-token-of-this-sandbox'], { cwd });
    const { code, stdout } = await cliResult(['doctor', '--url', url], { cwd: testFolder() });
    expect(code).toBe(1);
    expect(stdout.match(/^bad .*\n(?: .*\n)*/gm)).toEqual([
      expect.stringMatching(/^bad {2}clock .* Give it with --token TOKEN\.\n$/),
    ]);
  });

  it('a certificate of an unknown authority elsewhere than on this machine is one sentence', async () => {
    const cwd = testFolder();
    const { url } = await cliSandbox(['--https', '--host', '0.0.0.0'], { cwd });
    const other = url.replace('127.0.0.1', '0.0.0.0');
    const { code, stderr } = await cliResult(['health', '--url', other]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The server at \S+ has a certificate that is not trusted \(\w+\)\. Set NODE_EXTRA_CA_CERTS .*\.\n$/,
    );
  });

  it('a wrong variable or config file member is wrong usage', async () => {
    const cwd = testFolder();
    writeFileSync(join(cwd, config), '{"prot":1}');
    const env = { GATEWAY_SANDBOX_PORT: 'abc' };
    expect(await cliResult(['health'], { env })).toMatchObject({ code: 2, stdout: '' });
    expect(await cliResult(['health'], { cwd })).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('A proxy of the environment', () => {
  const env = {
    HTTP_PROXY: 'http://127.0.0.1:9',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NODE_USE_ENV_PROXY: '1',
  };

  it.each(['127.0.0.1', 'localhost', '[::1]'])('is never asked about %s', async (host) => {
    const { url: served } = await cliSandbox();
    const url = served.replace('127.0.0.1', host);
    expect((await cliResult(['health', '--url', url], { env })).code).toBe(0);
    expect((await cliResult(['gateways', '--url', url], { env })).code).toBe(0);
    const code = `const { SandboxClient } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/client.ts'))});
      console.log((await SandboxClient.connect(process.env.GATEWAY_SANDBOX_URL)).account.id);`;
    const run = ['exec', '--', process.execPath, '--input-type=module', '-e', code];
    expect(await runCli(run, { env }).ended).toMatchObject({ code: 0, stdout: 'demo\n' });
  });
});
