import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { cliResult, cliSandbox } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';

const variable = 'GATEWAY_SANDBOX_SETTINGS';

describe('Settings from outside: --set, then GATEWAY_SANDBOX_SETTINGS, then the config file', () => {
  it('each setting goes by itself: what the stronger source leaves open, the weaker one gives', async () => {
    const cwd = folderWith({ settings: { otp: { attempts: 2, lifetime: '1m', policy: 'random' } } });
    const env = { [variable]: '{"otp":{"lifetime":"2m","policy":"random"}}' };
    const { settings } = await loadConfig({ settings: ['otp.policy=fixed'] }, env, cwd);
    expect(settings.otp).toMatchObject({ attempts: 2, lifetime: '2m', policy: 'fixed' });
  });

  it.each([
    ['a choice', 'otp.policy=fixed', { otp: { policy: 'fixed' } }],
    ['a number', 'otp.attempts=3', { otp: { attempts: 3 } }],
    ['true or false', 'callback.hold=true', { callback: { hold: true } }],
    ['a text of digits', 'limits.maximum_amount.live=700', { limits: { maximum_amount: { live: '700' } } }],
    ['one code', 'otp.codes.0912345678=0042', { otp: { codes: { '0912345678': '0042', '*': '123456' } } }],
    ['null', 'retention.requests=null', { retention: { requests: null } }],
    ['JSON', 'rate_limit={"requests":1,"period":"1m"}', { rate_limit: { requests: 1, period: '1m' } }],
    ['a quoted text', 'otp.policy="fixed"', { otp: { policy: 'fixed' } }],
  ])('--set takes %s', async (_what, assignment, expected) => {
    const { settings } = await loadConfig({ settings: [assignment] }, {}, testFolder());
    expect(settings).toMatchObject(expected);
  });

  it('the last of several wins, and a profile brings its defaults', async () => {
    const cwd = folderWith({ profile: 'documented' });
    const flags = { settings: ['otp.attempts=3', 'profile=compatible', 'otp.attempts=4'] };
    const { settings } = await loadConfig(flags, { GATEWAY_SANDBOX_PROFILE: 'observed' }, cwd);
    expect(settings).toMatchObject({
      profile: 'compatible',
      mobile: { lenient: true },
      otp: { attempts: 4 },
    });
  });

  it('--profile and --strict win over settings of a weaker source', async () => {
    const env = { [variable]: '{"profile":"documented","strict":true}' };
    const { settings } = await loadConfig({ profile: 'compatible', strict: false }, env, testFolder());
    expect(settings).toMatchObject({ profile: 'compatible', strict: false });
  });
});

describe('A wrong name or value: one sentence with the value and what is allowed', () => {
  it.each([
    ['otp.polcy=fixed', 'There is no setting "otp.polcy". Did you mean "otp.policy"?'],
    ['lifetime=5m', 'There is no setting "lifetime". Did you mean "otp.lifetime"?'],
    ['zzzzzzzz=1', 'There is no setting "zzzzzzzz". `gateway-sandbox settings` lists them.'],
    ['otp=1', '"otp" is a group of settings. Name one of them, such as otp.length.'],
    ['otp.policy=fxed', 'otp.policy: must be one of random, fixed, not "fxed". Did you mean "fixed"?'],
    ['otp.policy=', 'otp.policy: must be one of random, fixed, not "".'],
    ['otp.attempts=-1', 'otp.attempts: must be a whole number from 1 on, not -1.'],
    ['strict=yes', 'strict: must be true or false, not "yes".'],
    ['otp.lifetime=99999d', 'otp.lifetime: must be at most 3660d, not "99999d".'],
    ['rate_limit=5', 'rate_limit: must be an object with requests and period, or null, not 5.'],
    ['otp.codes.0912345678=12', 'otp.codes.0912345678: must be 4 to 10 digits, not 12.'],
    [
      'statuses.INVALID_INPUT=422',
      'There is no setting "statuses.INVALID_INPUT". Did you mean "INVALID_INPUTS"?',
    ],
    ['__proto__.x=1', 'There is no setting "__proto__.x". `gateway-sandbox settings` lists them.'],
    ['otp.codes.__proto__=1234', 'There is no setting "otp.codes.__proto__".'],
  ])('--set %s', async (assignment, message) => {
    await expect(loadConfig({ settings: [assignment] }, {}, testFolder())).rejects.toMatchObject({
      message: `--set: ${message}`,
      isUsage: true,
    });
  });

  it.each(['otp.policy', '=fixed', ''])('--set %j has no value', async (assignment) => {
    await expect(loadConfig({ settings: [assignment] }, {}, testFolder())).rejects.toThrow(
      `--set ${JSON.stringify(assignment)} must have the form NAME=VALUE, such as otp.policy=fixed.`,
    );
  });

  it.each([
    [
      '{"otp":{"policy":"fxed"}}',
      'otp.policy: must be one of random, fixed, not "fxed". Did you mean "fixed"?',
    ],
    ['{"otpp":{}}', 'There is no setting "otpp". Did you mean "otp"?'],
    ['{"otp.policy":"fixed"}', 'There is no setting "otp.policy". Write it as {"otp":{"policy":"…"}}.'],
    ['[]', 'must be a JSON object such as {"otp":{"policy":"fixed"}}, not [].'],
    ['otp.policy=fixed', /must be a JSON object such as .*: Unexpected token .*\.$/],
  ])(`${variable}=%s`, async (value, message) => {
    const refused = loadConfig({ settings: ['otp.policy=fixed'] }, { [variable]: value }, testFolder());
    await expect(refused).rejects.toMatchObject({ variable, isUsage: true });
    await expect(refused).rejects.toThrow(message);
  });

  it.each([
    [['start', '--port', '0', '--set', 'otp.polcy=fixed'], {}],
    [['exec', '--set', 'otp.polcy=fixed', '--', 'true'], {}],
    [['start', '--port', '0'], { [variable]: '{"otp":{"polcy":"fixed"}}' }],
    [['exec', '--', 'true'], { [variable]: '{"otp":{"polcy":"fixed"}}' }],
  ])('%j %j: exit code 2', async (args, env) => {
    const { code, stdout, stderr } = await cliResult(args, { env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^\S+: There is no setting "otp\.polcy"\. Did you mean "(otp\.)?policy"\?\n$/);
  });

  it('in the config file: exit code 2, too', async () => {
    const cwd = folderWith({ settings: { otp: { policy: 'fxed' } } });
    expect(await cliResult(['--port', '0', '--set', 'strict=true'], { cwd })).toMatchObject({
      code: 2,
      stderr: 'settings: otp.policy: must be one of random, fixed, not "fxed". Did you mean "fixed"?\n',
    });
  });
});

describe('The commands that start a sandbox take them', () => {
  it('start, more than once', async () => {
    const { control } = await cliSandbox(['--set', 'otp.policy=fixed', '--set', 'otp.attempts=2']);
    expect((await control('settings')).otp).toMatchObject({ policy: 'fixed', attempts: 2 });
  });

  it('exec', async () => {
    const script =
      'fetch(process.env.GATEWAY_URL + "/_sandbox/api/settings").then(async (answer) => console.log(await answer.text()))';
    const args = [
      '--set',
      'otp.policy=fixed',
      '--set',
      'otp.attempts=2',
      '--',
      process.execPath,
      '-e',
      script,
    ];
    const { stdout } = await cliResult(['exec', ...args]);
    expect(JSON.parse(stdout).otp).toMatchObject({ policy: 'fixed', attempts: 2 });
  });
});

function folderWith(config: object): string {
  const folder = testFolder();
  writeFileSync(join(folder, 'gateway-sandbox.config.json'), JSON.stringify(config));
  return folder;
}
