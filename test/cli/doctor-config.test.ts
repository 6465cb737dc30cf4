import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliResult, noSandbox } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { started } from '../support/started.ts';
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

it('doctor --merchant-url follows callback_host_map, and asks for it where a name is not known', async () => {
  const { host } = new URL((await started()).url);
  const cwd = folderWith({}, { https: false, callback_host_map: { 'shop.invalid': host } });
  const merchant = async (env: Record<string, string> = noSandbox) => {
    const flags = ['--merchant-url', 'http://shop.invalid/callback'];
    const { stdout } = await cliResult(['doctor', ...flags], { cwd, env });
    return stdout.slice(stdout.indexOf('merchant'));
  };
  expect(await merchant()).toMatch(/^merchant +http:\/\/shop\.invalid\/callback answers \(\d+\)/);
  writeFileSync(join(cwd, 'gateway-sandbox.config.json'), '{"port":0}');
  expect(await merchant()).toMatch(
    /cannot be reached: .*\n +Start your app, .* set GATEWAY_SANDBOX_CALLBACK_HOST_MAP here too\./,
  );
  expect(
    await merchant({ ...noSandbox, GATEWAY_SANDBOX_CALLBACK_HOST_MAP: `shop.invalid=${host}` }),
  ).toContain('answers (');
});
