import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath, getuid, platform } from 'node:process';
import { describe, expect, it } from 'vitest';
import { makeAuthority } from '../../src/tls/certificate.ts';
import { cliResult, program as ownProgram, runCli } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';

const clients = join(import.meta.dirname, 'clients');
const paid = `walletA 10.00
walletB 10.00
localbankcards 200 completed
cardgw 200 completed
aggregator 200 completed
`;

/** The folder next to them in which Node keeps compiled code. */
const compiled = `gateway-sandbox-${getuid?.()}`;

/** The files in folders of interceptions. */
function leftIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return paths.filter((path) => !path.includes(`${compiled}/`));
}

describe('exec --intercept HOST: a client whose address is hard-coded pays through every gateway, unchanged', () => {
  it.each([
    ['of PHP, by its curl extension', ['php', 'pay.php']],
    ['of Python, by urllib and requests', ['python3', 'pay.py']],
    ['of Node, by the global fetch and node:https', [execPath, 'pay.mjs']],
  ])('a client %s', async (_title, [program = '', file = '']) => {
    const command = ['exec', '--intercept', 'api.example.test', '--', program, join(clients, file)];
    expect(await cliResult(command)).toEqual({ code: 0, signal: null, stdout: paid, stderr: '' });
  });
});

describe('exec --intercept HOST', () => {
  it.each([
    [
      ['--intercept', 'https://api.example.test/'],
      /^--intercept "https:.+" must be a host name or an address such as api\.example\.test or api\.example\.test:8443, without scheme and path\.\n$/,
    ],
    [
      ['--intercept', 'localhost'],
      /^--intercept localhost: clients never ask a proxy for this machine itself\. /,
    ],
    [
      ['--intercept', 'a-.test'],
      /^"a-\.test" is neither a host name nor an IP address: no certificate can be for it\.\n$/,
    ],
    [
      ['--intercept', 'a.test', '--other-hosts', 'block'],
      /^--other-hosts must be tunnel or refuse, not "block"\.\n$/,
    ],
    [['--other-hosts', 'refuse'], /^--other-hosts goes with --intercept HOST\.\n$/],
  ])('%j is wrong usage', async (flags, stderr) => {
    const ended = await cliResult(['exec', ...flags, '--', execPath, '-e', '']);
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(stderr) });
  });

  it('public_url auto does not follow the intercepted host, which only intercepted requests may name', async () => {
    const code = `
      const { request } = require('node:http');
      const { GATEWAY_SANDBOX_URL: own } = process.env;
      const headers = { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key' };
      const body = new URLSearchParams({ amount: '10.00', invoice_no: 'INV-1', return_url: 'https://shop.example/' });
      fetch('https://api.example.test/api/v1/transaction/cardgw/confirm', { method: 'POST', headers, body })
        .then((answer) => answer.json())
        .then(({ result }) => console.log(result.redirect_url.replace(own, 'own').replace(/=.*/, '')));
      for (const path of ['/_sandbox/api/accounts', '/api/v1/transaction/cardgw/confirm'])
        request(own + path, { headers: { Host: 'api.example.test' } })
          .on('response', (answer) => console.log(answer.resume().statusCode)).end();`;
    const flags = ['exec', '--intercept', 'api.example.test', '--', execPath, '-e', code];
    const ended = await cliResult(flags, { env: { GATEWAY_SANDBOX_PUBLIC_URL: 'auto' } });
    expect(ended.stderr).toBe('');
    expect(ended.stdout.split('\n').sort()).toEqual(['', '403', '403', 'own/checkout?token']);
  });

  it('says when no request came by the proxy, and leaves nothing in the folder for temporary files', async () => {
    const TMPDIR = testFolder();
    const command = [
      'exec',
      '--intercept',
      'api.example.test',
      '--',
      execPath,
      '-p',
      'process.env.SSL_CERT_FILE',
    ];
    const { stdout, stderr } = await cliResult(command, { env: { TMPDIR } });
    expect(stdout.startsWith(TMPDIR)).toBe(true);
    expect(stderr).toBe(
      'gateway-sandbox: No request for api.example.test came. Either the command sent none, or its client does not use the proxy in HTTPS_PROXY: docs/intercept.md lists what such clients need.\n',
    );
    expect(leftIn(TMPDIR)).toEqual([]);
  });

  it('--other-hosts refuse: the client hears 403, and the person which hosts they were', async () => {
    const code =
      "await fetch('http://api.example.test/'); await fetch('https://shop.example/').catch(() => console.log('refused'));";
    const flags = ['--intercept', 'api.example.test', '--other-hosts', 'refuse'];
    const ended = await cliResult(['exec', ...flags, '--', execPath, '--input-type=module', '-e', code]);
    expect(ended).toMatchObject({
      code: 0,
      stdout: 'refused\n',
      stderr:
        'gateway-sandbox: A client (node) asked api.example.test for GET /, and under an intercepted host the sandbox serves only /api, /checkout and /assets.\n' +
        'gateway-sandbox: --other-hosts refuse blocked shop.example:443.\n',
    });
  });

  it('says when a client does not trust the certificate', async () => {
    const code =
      'delete process.env.NODE_EXTRA_CA_CERTS; require("node:child_process").spawnSync(process.execPath, ["-e", "fetch(\'https://api.example.test/\')"])';
    const ended = await cliResult(['exec', '--intercept', 'api.example.test', '--', execPath, '-e', code]);
    expect(ended.stderr).toBe(
      'gateway-sandbox: A client closed the connection to api.example.test during the TLS handshake, without a TLS alert. It reads none of the variables that name the CA, or has a CA bundle of its own: give it the file in SSL_CERT_FILE. Or it pins the live certificate: turn pinning off for the test.\n',
    );
  });

  it('says with which TLS alert a client with a CA bundle of its own refuses the certificate', async () => {
    const bundle = join(testFolder(), 'own.pem');
    writeFileSync(bundle, makeAuthority(Date.now()).certificate.toString());
    const curl = [
      'curl',
      '-s',
      '--retry',
      '2',
      '--retry-all-errors',
      '--retry-delay',
      '0',
      '--cacert',
      bundle,
    ];
    const command = ['--intercept', 'api.example.test', '--', ...curl, 'https://api.example.test/api/'];
    const ended = await cliResult(['exec', ...command]);
    expect(ended.code).toBe(60);
    expect(ended.stderr.split('\n')[0]).toMatch(
      /^gateway-sandbox: A client \(curl\/\S+\) refused the certificate of api\.example\.test with the TLS alert "unknown CA"\. .+ \(3 times\)\.$/,
    );
  });

  it('names what could not be served, and keeps the exit code of the command; says which NO_PROXY it overrides', async () => {
    const code =
      "const { request } = require('node:http'); const { hostname, port } = new URL(process.env.HTTPS_PROXY);" +
      "request({ hostname, port, path: 'https://api.example.test/api/v1/x', headers: { 'User-Agent': 'axios/1.7.2' } })" +
      ".on('response', ({ statusCode }) => process.exit(statusCode === 407 ? 3 : 4)).end();";
    const flags = ['exec', '--intercept', 'api.example.test', '--', execPath, '-e', code];
    const ended = await cliResult(flags, {
      env: { NO_PROXY: 'localhost,example.test', NODE_USE_ENV_PROXY: '' },
    });
    expect(ended.code).toBe(3);
    expect(ended.stderr.split('\n').slice(0, 2)).toEqual([
      'gateway-sandbox: NO_PROXY lists example.test, which would keep api.example.test from the sandbox. The command runs without it.',
      'gateway-sandbox: A client (axios/1.7.2) asked the proxy for api.example.test:443 without the user and password of HTTPS_PROXY.',
    ]);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'no file holds a secret, and none is left after %s',
    async (signal) => {
      const TMPDIR = testFolder();
      // Runs only as long as its parent, which gets no notice of SIGKILL.
      const code =
        "const { ppid } = process; console.log('ready'); setInterval(() => ppid === process.ppid || process.exit(), 20)";
      const cli = runCli(['exec', '--intercept', 'api.example.test', '--', execPath, '-e', code], {
        env: { TMPDIR },
      });
      await cli.printed(/ready\n/);
      expect(leftIn(TMPDIR)).toHaveLength(11);
      for (const file of leftIn(TMPDIR))
        expect(readFileSync(file, 'latin1')).not.toMatch(/PRIVATE KEY|sandbox:/);
      cli.process.kill(signal);
      await cli.ended;
      // After SIGKILL, a guardian process removes it.
      await expect.poll(() => leftIn(TMPDIR)).toEqual([]);
    },
  );

  it.skipIf(platform === 'win32')('leaves no file when the disk is full', async () => {
    const TMPDIR = testFolder();
    // In blocks of 512 bytes: files with one certificate fit, others do not.
    const limited = {
      executable: '/bin/sh',
      before: ['-c', 'ulimit -f 8; exec "$@"', 'sh', execPath, ownProgram],
    };
    const command = ['exec', '--intercept', 'api.example.test', '--', execPath, '--version'];
    const { code, stdout, stderr } = await cliResult(command, { ...limited, env: { TMPDIR } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`--intercept needs a folder for certificates in ${TMPDIR}: EFBIG`);
    expect(readdirSync(TMPDIR).filter((name) => name !== compiled)).toEqual([]);
  });
});
