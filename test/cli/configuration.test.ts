import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { checkedConfig } from '../../src/config/config-schema.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { cliResult } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';

const portRange = 'must be a whole number from 0 to 65535';

describe('A config file may begin with a byte order mark', () => {
  it.each([
    ['UTF-8', Buffer.from('\uFEFF{"port":4999}')],
    ['UTF-16 with the other byte order', Buffer.from('\uFEFF{"port":4999}', 'utf16le').swap16()],
    ['UTF-16, as PowerShell 5 redirects', Buffer.from('\uFEFF{"port":4999}', 'utf16le')],
  ])('%s', async (_encoding, bytes) => {
    const cwd = testFolder();
    writeFileSync(join(cwd, 'gateway-sandbox.config.json'), bytes);
    expect((await loadConfig({}, {}, cwd)).port).toBe(4999);
  });
});

it('A config file in UTF-16 without a byte order mark is refused for that', async () => {
  const cwd = testFolder();
  const file = join(cwd, 'gateway-sandbox.config.json');
  writeFileSync(file, Buffer.from('{"port":4999}', 'utf16le'));
  await expect(loadConfig({}, {}, cwd)).rejects.toThrow(
    `The config file ${file} cannot be read: it is not UTF-8 but most likely UTF-16. Save it as UTF-8.`,
  );
});

it.each(['https://user:pass@word@pay.test', 'http://user:word@pay.test/base', 'ftp://word@pay.test'])(
  'A refused public URL shows no password: %s',
  (url) => {
    const message = refusalOf({ public_url: url });
    expect(message).toMatch(/, not ".*:\/\/…@pay\.test/);
    expect(message).not.toContain('word');
  },
);

describe('A member called __proto__ is unknown, like any other that is not listed', () => {
  it.each([
    ['{"__proto__":1}', 'config: unknown "__proto__".'],
    ['{"settings":{"__proto__":{}}}', 'config: unknown "settings.__proto__".'],
    [
      '{"settings":{"otp":{"codes":{"__proto__":"1234"}}}}',
      'config: unknown "settings.otp.codes.__proto__".',
    ],
    ['{"names":{"__proto__":"x"}}', 'config: unknown "names.__proto__".'],
    ['{"callback_host_map":{"__proto__":"127.0.0.1"}}', 'config: unknown "callback_host_map.__proto__".'],
  ])('%s', async (config, message) => {
    expect(refusalOf(JSON.parse(config))).toBe(message);
  });
});

describe('Unknown keys are refused with the nearest valid name', () => {
  it.each([
    [{ prot: 1 }, 'config: unknown "prot". Did you mean "port"?'],
    [{ 'public-url': 'http://x' }, 'config: unknown "public-url". Did you mean "public_url"?'],
    [{ zzzzzz: 1 }, 'config: unknown "zzzzzz".'],
    [{ names: { waletA: 'x' } }, 'config: unknown "names.waletA". Did you mean "walletA"?'],
    [{ settings: { otpp: {} } }, 'settings: There is no setting "otpp". Did you mean "otp"?'],
    [
      { settings: { otp: { lifetme: '1m' } } },
      'settings: There is no setting "otp.lifetme". Did you mean "lifetime"?',
    ],
  ])('%j', (config, message) => {
    expect(refusalOf(config)).toBe(message);
  });

  it.each([
    [{ accounts: [{ api_kye: 'x' }] }, 'fixtures: unknown "accounts.0.api_kye". Did you mean "api_key"?'],
    [
      { accounts: [{ gateways: { walletA: { allowd: true } } }] },
      'fixtures: unknown "accounts.0.gateways.walletA.allowd". Did you mean "allowed"?',
    ],
    [{ acounts: [] }, 'accounts: is missing.'],
  ])('fixtures %j', async (fixtures, message) => {
    const cwd = testFolder();
    writeFileSync(join(cwd, 'fixtures.json'), JSON.stringify(fixtures));
    expect(refusalOf({ fixtures: 'fixtures.json' }, cwd)).toBe(message);
  });
});

describe('Bad values are refused by the name of their member', () => {
  it.each([
    ...['', 'abc', '0x10', '1e3', '-1', '1.5', '65536', ' 80', null, true, [], -1, 1.5, 65_536].map(
      (port) => [
        { port },
        `port: ${portRange}${typeof port === 'object' && port !== null ? '' : `, not ${JSON.stringify(port)}`}.`,
      ],
    ),
    [{ host: '' }, 'host: must not be empty, not "".'],
    [{ data: 5 }, 'data: must be a text, not 5.'],
    [
      { profile: 'observd' },
      'profile: must be one of documented, observed, compatible, not "observd". Did you mean "observed"?',
    ],
    [{ https: 'maybe' }, 'https: must be true or false, not "maybe".'],
    [{ https: 'y'.repeat(1000) }, `https: must be true or false, not "${'y'.repeat(199)}…".`],
    [{ strict: 2 }, 'strict: must be true or false, not 2.'],
    [{ trust_proxy: null }, 'trust_proxy: must be true or false, not null.'],
    [{ tester_tools: 'no' }, 'tester_tools: must be true or false, not "no".'],
    [{ token: 'short' }, 'token: must be 8 to 200 printable ASCII characters.'],
    [{ allow_hosts: 5 }, 'allow_hosts: must be a list of texts, not 5.'],
    [
      { allow_hosts: ['http://shop'] },
      'allow_hosts.0: must be a host name or an address, without scheme and port, not "http://shop".',
    ],
    [
      { allow_hosts: ['shop:80'] },
      'allow_hosts.0: must be a host name or an address, without scheme and port, not "shop:80".',
    ],
    [{ callback_host_map: ['app'] }, 'callback_host_map.app: must say where to send, such as app=127.0.0.1.'],
    ...['http://shop', 'shop:99999', 'a b', 'shop/'].map((host) => [
      { callback_host_map: { app: host } },
      `callback_host_map.app: must be a host, with a port or without, such as app=127.0.0.1:3000, not "${host}".`,
    ]),
    [{ callback_host_map: 5 }, 'callback_host_map: must be a list such as app=127.0.0.1, not 5.'],
    ...[
      'ftp://x',
      'shop',
      'http://',
      'http://x/?a=b',
      'https://x/base/',
      'http://x/#a',
      'http://x/a b',
      'http://x/\u001b',
    ].map((url) => [
      { public_url: url },
      `public_url: must be an http or https URL without path, user, query and fragment, such as https://pay.test, or auto, not ${JSON.stringify(url)}.`,
    ]),
    [{ names: { walletA: '..' } }, 'names.walletA: must have more than dots, not "..".'],
    [
      { settings: { callback: { timeout: '60d' } } },
      'settings: callback.timeout: must be at most 10m, not "60d".',
    ],
    [
      { settings: { callback: { delay: '30d' } } },
      'settings: callback.delay: must be at most 24h, not "30d".',
    ],
    [{ names: { walletA: 'a b' } }, 'names.walletA: must consist of A-Z a-z 0-9 . _ -, not "a b".'],
    [
      { names: { walletA: 'x', walletB: 'x' } },
      'names.walletA: "x" is the name of another gateway or method.',
    ],
    [{ names: { walletA: 'walletB' } }, 'names.walletA: "walletB" is the name of another gateway or method.'],
    [
      { settings: { otp: { lifetime: 'soon' } } },
      'settings: otp.lifetime: must be a duration such as "10m", "90s", "250ms" or milliseconds, not "soon".',
    ],
  ] as [Record<string, unknown>, string][])('%j', (config, message) => {
    expect(refusalOf(config)).toBe(message);
  });

  it('two accounts of the fixtures with one API key', () => {
    const cwd = testFolder();
    writeFileSync(join(cwd, 'two.json'), '{"accounts":[{"api_key":"secret"},{"api_key":"secret"}]}');
    expect(refusalOf({ fixtures: 'two.json' }, cwd)).toBe(
      'accounts: two of them share an id, an API key or an access token.',
    );
  });
});

describe('A config file that cannot be used: one clear sentence', () => {
  it.each([
    ['not there', 1, undefined, /^The config file my\.json cannot be read: ENOENT: .*\n$/],
    ['not JSON', 1, '{,}', /^The config file my\.json cannot be read: .*JSON at position 1.*\n$/],
    ['a list', 1, '[1]', /^The config file my\.json must hold a JSON object\.\n$/],
    ['an unknown key', 2, '{"prot":1}', /^config: unknown "prot"\. Did you mean "port"\?\n$/],
    ['a bad value', 2, '{"port":"x"}', /^port: must be a whole number from 0 to 65535, not "x"\.\n$/],
  ] as const)('%s: exit code %d', async (_what, exitCode, content, sentence) => {
    const cwd = testFolder();
    if (content !== undefined) writeFileSync(join(cwd, 'my.json'), content);
    const { code, stdout, stderr } = await cliResult(['--config', 'my.json'], { cwd });
    expect(stderr).toMatch(sentence);
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
  });

  it('the one in the working directory is read, so it must be right too', async () => {
    const cwd = testFolder();
    writeFileSync(join(cwd, 'gateway-sandbox.config.json'), '{"profil":"observed"}');
    const { code, stderr } = await cliResult([], { cwd });
    expect(stderr).toBe('config: unknown "profil". Did you mean "profile"?\n');
    expect(code).toBe(2);
  });
});

function refusalOf(config: Record<string, unknown>, cwd = testFolder()): string {
  try {
    checkedConfig(config, cwd);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return error instanceof Error ? error.message : '';
  }
  throw new Error('It was taken.');
}
