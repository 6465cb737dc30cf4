import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { cliResult, noSandbox } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { certificates } from '../support/tls-merchant.ts';

function folderWith(files: Readonly<Record<string, string>>, config: object = {}): string {
  const cwd = testFolder();
  const given = { port: 0, https: true, cert: 'c.pem', key: 'k.pem', ...config };
  writeFileSync(join(cwd, 'gateway-sandbox.config.json'), JSON.stringify(given));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  return cwd;
}

async function doctor(cwd: string) {
  const { code, stdout } = await cliResult(['doctor'], { cwd, env: noSandbox });
  return { code, line: stdout.split('\n').find((each) => each.includes('configuration')) };
}

it.each([
  ['that is missing', {}, /c\.pem cannot be read: ENOENT/],
  [
    'that is none',
    { 'c.pem': 'garbage', 'k.pem': 'garbage' },
    /c\.pem contains no certificate\. Name a PEM file/,
  ],
])('doctor finds a certificate of the config %s: exit code 1', async (_title, files, why) => {
  const { code, line } = await doctor(folderWith(files));
  expect([code, line]).toEqual([1, expect.stringMatching(/^bad {2}configuration /)]);
  expect(line).toMatch(why);
});

it('doctor says when a certificate of the config has expired', async () => {
  const { certificate, key } = certificates.expired();
  const pem = {
    'c.pem': certificate.toString(),
    'k.pem': key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  expect((await doctor(folderWith(pem))).line).toMatch(
    /^ok {3}configuration +can be used\. The certificate in \S+c\.pem expired on \S+: clients will refuse it\.$/,
  );
});

it('doctor ignores a certificate that is not served', async () => {
  const { code, line } = await doctor(folderWith({}, { https: false }));
  expect([code, line]).toEqual([0, expect.stringMatching(/configuration +can be used$/)]);
});

it.each([
  [{ host: '192.0.2.1' }, '192.0.2.1 is not an address of this machine. Name another one with --host ADDR.'],
  [{ host: 'nope.invalid' }, 'The name nope.invalid is not known. Name an address with --host ADDR.'],
  [{ host: 'http://127.0.0.1' }, 'host: must be an address or a host name, without scheme, port and zone'],
  [{ host: '127.0.0.1:22190' }, 'host: must be an address or a host name, without scheme, port and zone'],
  [{ host: 'fe80::1%lo' }, 'host: must be an address or a host name, without scheme, port and zone'],
  [{ host: '256.1.1.1' }, 'host: must be an address or a host name, without scheme, port and zone'],
  [
    { latency: 'report' },
    'latency: report needs a report of `compare`. Start with --compare-report FILE, or set "compare_report" in the config.',
  ],
])('doctor and start refuse %j with the same sentence', async (config, sentence) => {
  const cwd = folderWith({}, { https: undefined, cert: undefined, key: undefined, ...config });
  const { code, line = '' } = await doctor(cwd);
  const words = line.replace(/^bad {2}configuration +/, '');
  expect([code, words.slice(0, sentence.length)]).toEqual([1, sentence]);
  const start = await cliResult(['start'], { cwd, env: noSandbox });
  expect([start.code === 0, start.stderr]).toEqual([false, expect.stringContaining(sentence)]);
});

it.each([
  [{}, '::1'],
  [{}, '127.0.0.1'],
  [{ host: '127.0.0.2' }, '127.0.0.2'],
])('doctor with %j finds a port that is taken at %s', async (config, at) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, at, resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const cwd = folderWith({}, { https: false, port, ...config });
  const url = { GATEWAY_SANDBOX_URL: 'http://127.0.0.1:9' };
  const { code, stdout } = await cliResult(['doctor'], { cwd, env: url });
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(new RegExp(`bad {2}port +${port} cannot be used: `)),
  ]);
});
