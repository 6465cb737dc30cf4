import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliResult, cliSandbox } from '../support/cli.ts';
import { commandsOf } from '../support/commands.ts';
import { testFolder } from '../support/data-file.ts';
import { rightFields } from '../support/sandbox.ts';

const short = { mobile_number: '945678901', amount: '10.00' };

describe('doctor --client', () => {
  it('says when nothing was seen, and when nothing needs changing: exit code 0', async () => {
    const { sandbox, printed } = await commandsOf();
    expect(await printed('doctor', '--client')).toBe(
      `No client has called the API of the sandbox at ${sandbox.url} yet. Let yours make its calls, and ask again.\n`,
    );
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    expect(await printed('doctor', '--client')).toBe(
      `Nothing needs changing for this client, based on 1 request and 0 callbacks in the sandbox at ${sandbox.url}.\n`,
    );
  });

  it('prints what was seen, the whole config and what still fails, and writes the config: exit code 1', async () => {
    const { sandbox } = await commandsOf();
    await sandbox.call('bpay/verify', short);
    await sandbox.call('walletA/verify', { ...rightFields['walletA/verify'], amount: '0' });
    const cwd = testFolder();
    const file = join(cwd, 'gateway-sandbox.config.json');
    const before = '{\n\t"port": 0, "$comment": "ours {",\n\t"settings": {"otp":{"attempts": 3}}\n}\n';
    writeFileSync(file, before);
    const asked = (...flags: string[]) =>
      cliResult(['doctor', '--client', '--url', sandbox.url, ...flags], { cwd, env: {} });

    const { code, stdout, stderr } = await asked();
    expect([code, stderr, stdout]).toEqual([
      1,
      '',
      `Based on 2 requests and 0 callbacks in the sandbox at ${sandbox.url}, this client needs:

names
  seen  POST /api/v1/transaction/bpay/verify: No gateway is called "bpay".
  why   Each provider has its own names for the gateways. Every gateway was tried with the fields that were sent.
  set   {"names":{"walletB":"bpay"}}

mobile.lenient
  seen  POST /api/v1/transaction/bpay/verify: mobile_number must be a mobile number: 09 and 8 digits · To accept 9-digit mobile numbers, set mobile.lenient to true or use --profile compatible.
  why   Wallets accept the 10-digit form 09…; \`lenient\` also accepts 9 digits that start with 9.
  set   {"settings":{"mobile":{"lenient":true}}}

No setting was found for:
  POST /api/v1/transaction/walletA/verify: The amount must be greater than zero. [request 2]

The whole ${file}, for the next start:

{
  "port": 0,
  "$comment": "ours {",
  "settings": {
    "otp": {
      "attempts": 3
    },
    "mobile": {
      "lenient": true
    }
  },
  "names": {
    "walletB": "bpay"
  }
}

Settings, without a restart:

curl -X PATCH ${sandbox.url}/_sandbox/api/settings -H 'Content-Type: application/json' -d '{"mobile":{"lenient":true}}'

If you have changed the client since, delete what it did before with \`gateway-sandbox reset\`, let it call again, and ask again.
`,
    ]);
    expect(readFileSync(file, 'utf8')).toBe(before);

    expect((await asked('--write')).stdout).toContain(`Wrote ${file}. It is read at the next start.`);
    expect(readFileSync(file, 'utf8')).toBe(
      '{\n\t"port": 0, "$comment": "ours {",\n\t"settings": {"otp":{"attempts": 3}, "mobile": { "lenient": true }},\n\t"names": { "walletB": "bpay" }\n}\n',
    );
    expect((await (await cliSandbox([], { cwd })).call('bpay/verify', short)).status).toBe(200);
  });

  it('--write takes the paths in a config file of another folder as a start does', async () => {
    const { sandbox } = await commandsOf();
    await sandbox.call('walletB/verify', short);
    const cwd = testFolder();
    copyFileSync(join(import.meta.dirname, '../../fixtures/accounts.json'), join(cwd, 'fx.json'));
    mkdirSync(join(cwd, 'sub'));
    const file = join(cwd, 'sub/c.json');
    writeFileSync(file, '{ "fixtures": "fx.json" }');
    const flags = ['--url', sandbox.url, '--write', '--config', 'sub/c.json'];
    const { stdout, stderr } = await cliResult(['doctor', '--client', ...flags], { cwd, env: {} });
    expect([stderr, stdout]).toEqual(['', expect.stringContaining(`Wrote ${file}.`)]);
    await cliSandbox(['--config', 'sub/c.json'], { cwd });
  });

  it('--json prints the same for programs; --write leaves a file that it cannot read as it is', async () => {
    const { sandbox } = await commandsOf();
    await sandbox.call('walletB/verify', short);
    const cwd = testFolder();
    const asked = (...flags: string[]) =>
      cliResult(['doctor', '--client', '--url', sandbox.url, ...flags], { cwd, env: {} });
    const { code, stdout } = await asked('--json');
    const config = { settings: { mobile: { lenient: true } } };
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        requests: 1,
        callbacks: 0,
        proposals: [{ setting: 'mobile.lenient', config }],
        config,
        written: null,
      },
    ]);
    const file = join(cwd, 'gateway-sandbox.config.json');
    writeFileSync(file, '{ "port": 1, // ours\n }');
    const refused = await asked('--write');
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([
      1,
      '',
      expect.stringMatching(
        /^.*gateway-sandbox\.config\.json is not valid JSON, so it was left as it is: .+\n$/,
      ),
    ]);
    expect(readFileSync(file, 'utf8')).toBe('{ "port": 1, // ours\n }');
  });
});
