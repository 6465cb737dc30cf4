import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { execPath, platform, version } from 'node:process';
import { describe, expect, it } from 'vitest';
import { cliResult, cliSandbox, noSandbox, program } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { freshMerchant } from '../support/fresh.ts';
import { started } from '../support/started.ts';

const configName = 'gateway-sandbox.config.json';
const schemaFile = join(import.meta.dirname, '../../dist/config.schema.json');

describe('init writes the config file; never overwrites', () => {
  it('start reads what it wrote, and it points to the JSON Schema', async () => {
    const cwd = testFolder();
    const installed = join(cwd, 'node_modules/gateway-sandbox/dist');
    mkdirSync(installed, { recursive: true });
    copyFileSync(schemaFile, join(installed, 'config.schema.json'));
    const file = join(cwd, configName);
    expect(await cliResult(['init', '--json'], { cwd })).toMatchObject({
      code: 0,
      stdout: `${JSON.stringify({ written: file })}\n`,
    });
    const config = JSON.parse(readFileSync(file, 'utf8'));
    expect(config.$schema).toBe('./node_modules/gateway-sandbox/dist/config.schema.json');
    expect(config.$comment.length).toBeGreaterThan(2);
    expect((await cliSandbox([], { cwd })).url).toMatch(/^http:/);
  });

  it('names no schema where the package is not installed, as with npx', async () => {
    const cwd = testFolder();
    await cliResult(['init'], { cwd });
    expect(JSON.parse(readFileSync(join(cwd, configName), 'utf8'))).not.toHaveProperty('$schema');
  });

  it('a file that is there is left as it is, exit code 1', async () => {
    const cwd = testFolder();
    const file = join(cwd, configName);
    writeFileSync(file, 'mine');
    expect(await cliResult(['init'], { cwd })).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: `${file} already exists and was left as it is.\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it.skipIf(platform === 'win32')('a link that leads nowhere is left as it is too', async () => {
    const cwd = testFolder();
    const file = join(cwd, configName);
    symlinkSync('missing.json', file);
    expect(await cliResult(['init'], { cwd })).toMatchObject({
      code: 1,
      stderr: `${file} is a link to a file that does not exist, and was left as it is. Remove the link first.\n`,
    });
    expect(readlinkSync(file)).toBe('missing.json');
  });

  it.skipIf(platform === 'win32')('a full disk is named, and no half file is left', async () => {
    const cwd = testFolder();
    const before = ['-c', 'ulimit -f 0; exec "$@"', 'sh', execPath, program];
    const { code, stderr } = await cliResult(['init'], { cwd, executable: '/bin/sh', before });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `${join(cwd, configName)} cannot be written: EFBIG: file too large, write\n`,
    });
    expect(existsSync(join(cwd, configName))).toBe(false);
  });

  it('the JSON Schema names every member of the file and of its settings', () => {
    const { properties, additionalProperties } = JSON.parse(readFileSync(schemaFile, 'utf8'));
    expect(additionalProperties).toBe(false);
    expect(Object.keys(properties)).toEqual(
      expect.arrayContaining(['$schema', '$comment', 'port', 'data', 'profile', 'names', 'settings']),
    );
    expect(Object.keys(properties.settings.properties)).toEqual(
      expect.arrayContaining(['otp', 'checkout', 'callback', 'statuses']),
    );
    expect(properties.settings.required).toBeUndefined();
  });
});

describe('doctor says what is wrong and how to fix it', () => {
  it('everything is well', async () => {
    const merchant = await freshMerchant();
    const options = ['--merchant-url', merchant.url, '--data', 'a.db'];
    const cwd = testFolder();
    writeFileSync(join(cwd, configName), '{"port": 0}');
    const { code, stdout } = await cliResult(['doctor', '--json', ...options], { cwd, env: noSandbox });
    const { checks } = JSON.parse(stdout);
    expect(checks.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok])).toEqual(
      ['node', 'native module', 'configuration', 'port', 'data file', 'clock', 'merchant'].map((name) => [
        name,
        true,
      ]),
    );
    expect(checks[0].detail).toBe(`Node.js ${version.slice(1)}`);
    expect(code).toBe(0);
  });

  it('a port in use, a file of something else, a config that does not fit, a merchant that is away', async () => {
    const merchant = await freshMerchant();
    const { port } = new URL(merchant.url);
    const cwd = testFolder();
    writeFileSync(
      join(cwd, 'a.db'),
      'no database at all, but long enough to look like a file of something else',
    );
    writeFileSync(join(cwd, configName), JSON.stringify({ port: Number(port) }));
    const away = ['--merchant-url', 'http://127.0.0.1:9/', '--data', 'a.db'];
    const { code, stdout } = await cliResult(['doctor', ...away], {
      cwd,
      env: { GATEWAY_SANDBOX_URL: noSandbox.GATEWAY_SANDBOX_URL },
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`^bad  port +${port} cannot be used: .*\\n +Stop the program`, 'm'));
    expect(stdout).toMatch(/^bad {2}data file +The data file .* is not a database\./m);
    expect(stdout).toMatch(/^bad {2}merchant .*\n +Start your app/m);
    writeFileSync(join(cwd, configName), '{"prot": 1}');
    expect((await cliResult(['doctor'], { cwd, env: noSandbox })).stdout).toMatch(
      /^bad {2}configuration +config: unknown "prot"\. Did you mean "port"\?\n +Correct it/m,
    );
  });

  it('an app whose address no merchant may have: exit code 1', async () => {
    const { url } = await started();
    const found = async (merchant: string) => {
      const { code, stdout } = await cliResult(['doctor', '--url', url, '--merchant-url', merchant], {
        env: {},
      });
      return [code, stdout.slice(stdout.indexOf('bad '))];
    };
    const refused = (merchant: string, mend: string) => [
      1,
      `bad  merchant       ${merchant} is refused as a return_url\n${' '.repeat(20)}${mend}\n`,
    ];
    const everywhere = 'http://0.0.0.0:8000';
    expect(await found(everywhere)).toEqual(
      refused(
        everywhere,
        'Use localhost or 127.0.0.1: this address only says that a server listens everywhere, it names no host.',
      ),
    );
    const { port } = new URL(url);
    for (const name of ['127.0.0.1', 'localhost', '[::1]', 'pay.localhost']) {
      const itself = `http://${name}:${port}/return`;
      expect(await found(itself)).toEqual(
        refused(itself, 'Use a URL of your own server: this one is the sandbox itself.'),
      );
    }
    expect(await found('localhost:3000')).toEqual(
      refused(
        'localhost:3000',
        'Send an absolute URL that begins with http:// or https:// and names a host.',
      ),
    );
  });

  it('a sandbox that runs with its data file and a clock that was moved', async () => {
    const cwd = testFolder();
    const { url, control } = await cliSandbox(['--data', 'a.db'], { cwd });
    const doctor = () => cliResult(['doctor', '--url', url, '--data', 'a.db'], { cwd });
    const well = await doctor();
    expect(well.code).toBe(0);
    expect(well.stdout).toMatch(/^ok {3}data file .* is in use, and a sandbox runs$/m);
    expect((await cliResult(['doctor', '--url', url], { cwd })).stdout).toMatch(
      /^ok {3}data file +not checked: if the running sandbox keeps its data in a file, name it with --data$/m,
    );
    mkdirSync(join(cwd, 'in use'));
    writeFileSync(
      join(cwd, 'in use', 'b.db'),
      'no database at all, but long enough to look like one'.repeat(9),
    );
    expect((await cliResult(['doctor', '--url', url, '--data', 'in use/b.db'], { cwd })).stdout).toMatch(
      /^bad {2}data file +The data file .*in use.* is not a database\./m,
    );
    await control('clock/advance', { by: '10m' });
    const { code, stdout } = await doctor();
    expect(code).toBe(1);
    expect(stdout).toMatch(/^bad {2}clock .*: it was moved\n +Run `gateway-sandbox reset`/m);
  });
});
