import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Config, defaultConfig } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { cliSandbox } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { rightFields } from '../support/sandbox.ts';

const checkout = rightFields['localbankcards/confirm'];

describe('Precedence: flags > environment > gateway-sandbox.config.json > defaults', () => {
  it('nothing given: the defaults', async () => {
    expect(await loadConfig({}, {}, testFolder())).toEqual(defaultConfig);
    expect(defaultConfig).toMatchObject({
      host: undefined,
      port: 4700,
      data: undefined,
      https: false,
      token: undefined,
    });
  });

  it.each([
    [['flag', 'env', 'file'], 'flag'],
    [['flag', 'file'], 'flag'],
    [['env', 'file'], 'env'],
    [['flag', 'env'], 'flag'],
    [['file'], 'file'],
    [['env'], 'env'],
    [['flag'], 'flag'],
  ])('of %j counts %s: redirect_url shows which', async (given, winner) => {
    const cwd = testFolder();
    const file = join(cwd, 'gateway-sandbox.config.json');
    if (given.includes('file')) writeFileSync(file, '{"public_url":"http://file.example"}');
    const env = given.includes('env') ? { GATEWAY_SANDBOX_PUBLIC_URL: 'http://env.example' } : {};
    const args = given.includes('flag') ? ['--public-url', 'http://flag.example'] : [];
    const sandbox = await cliSandbox(args, { cwd, env });
    const { json } = await sandbox.call('localbankcards/confirm', checkout);
    expect(new URL(json.result.redirect_url).origin).toBe(`http://${winner}.example`);
  });

  it('each member goes by itself: the file gives what flags and environment leave open', async () => {
    const cwd = testFolder();
    writeFileSync(
      join(cwd, 'gateway-sandbox.config.json'),
      '{"port":1,"strict":true,"profile":"documented","settings":{"strict":false,"otp":{"attempts":2}}}',
    );
    const config = await loadConfig(
      { port: '3' },
      { GATEWAY_SANDBOX_PORT: '2', GATEWAY_SANDBOX_PROFILE: 'observed' },
      cwd,
    );
    expect(config.port).toBe(3);
    expect(config.settings).toMatchObject({
      profile: 'observed',
      strict: true,
      codes: 'observed',
      otp: { attempts: 2 },
    });
  });

  it('--config and GATEWAY_SANDBOX_CONFIG name another file, which replaces the one in the working directory', async () => {
    const cwd = testFolder();
    writeFileSync(join(cwd, 'gateway-sandbox.config.json'), '{"port":1,"trust_proxy":true}');
    const other = join(cwd, 'other.json');
    writeFileSync(other, '{"port":2}');
    const third = join(cwd, 'third.json');
    writeFileSync(third, '{"port":3}');
    const both = { GATEWAY_SANDBOX_CONFIG: third };
    expect(await loadConfig({}, both, cwd)).toMatchObject({ port: 3, trustProxy: false });
    expect(await loadConfig({ config: other }, both, cwd)).toMatchObject({ port: 2, trustProxy: false });
  });

  it('an empty variable is one that is not set', async () => {
    expect(
      await loadConfig({}, { GATEWAY_SANDBOX_PORT: '', GATEWAY_SANDBOX_DATA: '' }, testFolder()),
    ).toEqual(defaultConfig);
  });
});

describe('Every variable sets its member', () => {
  const cwd = testFolderOfAll();
  it.each([
    ['GATEWAY_SANDBOX_PORT', '0', { port: 0 }],
    ['GATEWAY_SANDBOX_HOST', '::1', { host: '::1' }],
    ['GATEWAY_SANDBOX_DATA', 'a.db', { data: join(cwd, 'a.db') }],
    ['GATEWAY_SANDBOX_HTTPS', 'true', { https: true }],
    ['GATEWAY_SANDBOX_PUBLIC_URL', 'https://Pay.example//', { publicUrl: 'https://Pay.example' }],
    ['GATEWAY_SANDBOX_ALLOW_HOST', 'Shop.example, b', { allowHosts: ['shop.example', 'b'] }],
    [
      'GATEWAY_SANDBOX_CALLBACK_HOST_MAP',
      'app=127.0.0.1:8080,b=c',
      { callbackHostMap: { app: '127.0.0.1:8080', b: 'c' } },
    ],
    ['GATEWAY_SANDBOX_TOKEN', 'a-long-token', { token: 'a-long-token' }],
    ['GATEWAY_SANDBOX_TRUST_PROXY', '1', { trustProxy: true }],
    ['GATEWAY_SANDBOX_STRICT', 'true', { settings: expect.objectContaining({ strict: true }) }],
    ['GATEWAY_SANDBOX_PROFILE', 'documented', { settings: expect.objectContaining({ codes: 'documented' }) }],
  ] as [string, string, Partial<Config>][])('%s=%s', async (variable, value, expected) => {
    expect(await loadConfig({}, { [variable]: value }, cwd)).toMatchObject(expected);
  });

  it('certificate and key together', async () => {
    const env = { GATEWAY_SANDBOX_CERT: 'a.pem', GATEWAY_SANDBOX_KEY: 'b.pem' };
    const expected = { cert: join(cwd, 'a.pem'), key: join(cwd, 'b.pem'), https: true };
    expect(await loadConfig({}, env, cwd)).toMatchObject(expected);
  });
});

/** Paths are relative to the working directory; nothing is read or written here. */
function testFolderOfAll(): string {
  return join(import.meta.dirname, 'nowhere');
}

describe('An unknown GATEWAY_SANDBOX_ variable is refused as an unknown flag is', () => {
  it.each([
    ['GATEWAY_SANDBOX_PROT', 'Did you mean GATEWAY_SANDBOX_PORT?'],
    ['GATEWAY_SANDBOX_DATABASE_FILE_NAME', 'Unset it.'],
  ])('%s', async (variable, advice) => {
    await expect(loadConfig({}, { [variable]: '1' }, testFolder())).rejects.toMatchObject({
      message: `The environment variable ${variable} is unknown. ${advice}`,
      variable,
    });
  });

  it.each(['GATEWAY_SANDBOX_TEST_BROWSERS'])(
    '%s: the variable of our own tests is not suggested',
    async (variable) => {
      const loaded = loadConfig({}, { [variable]: '1' }, testFolder());
      await expect(loaded).rejects.toThrow(
        /^(?!.*Did you mean GATEWAY_SANDBOX_TEST_BROWSER\?).* is unknown\. /,
      );
    },
  );

  it('but not those that exec, tests and container platforms set', async () => {
    const env = {
      GATEWAY_SANDBOX_URL: 'http://127.0.0.1:4700',
      GATEWAY_SANDBOX_TEST_BROWSER: '1',
      // Set by Kubernetes for a service named gateway-sandbox.
      GATEWAY_SANDBOX_SERVICE_HOST: '10.0.0.1',
      GATEWAY_SANDBOX_SERVICE_PORT: '4700',
      GATEWAY_SANDBOX_SERVICE_PORT_HTTP: '4700',
      GATEWAY_SANDBOX_PORT: 'tcp://10.0.0.1:4700',
      GATEWAY_SANDBOX_PORT_4700_TCP: 'tcp://10.0.0.1:4700',
      GATEWAY_SANDBOX_PORT_4700_TCP_ADDR: '10.0.0.1',
    };
    expect(await loadConfig({}, env, testFolder())).toEqual(defaultConfig);
  });
});

it('A config file that names another one is refused: that one would be ignored', async () => {
  const cwd = testFolder();
  writeFileSync(join(cwd, 'gateway-sandbox.config.json'), '{"config":"other.json"}');
  await expect(loadConfig({}, {}, cwd)).rejects.toThrow(
    'config: unknown "config". Name another config file with --config FILE or GATEWAY_SANDBOX_CONFIG.',
  );
});
