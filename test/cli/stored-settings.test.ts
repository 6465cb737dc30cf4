import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultSettings } from '../../src/settings/settings.ts';
import { type CliSandbox, cliResult, cliSandbox, signalled } from '../support/cli.ts';
import { dataFile } from '../support/data-file.ts';
import { fileWith, folderWith, settingsOf, snapshotWith } from '../support/stored-settings.ts';

const note = 'To change one, run `gateway-sandbox settings NAME VALUE`.\n';

describe('Settings in a data file', () => {
  it.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ['--set', ['--set', 'otp.lifetime=9m', '--strict', '--weather', 'storm'], {}],
    [
      'variables',
      [],
      {
        GATEWAY_SANDBOX_SETTINGS: '{"otp":{"lifetime":"9m"}}',
        GATEWAY_SANDBOX_STRICT: '1',
        GATEWAY_SANDBOX_WEATHER: 'storm',
      },
    ],
  ])('%s override them; the others stay', async (_what, args, env) => {
    const data = await fileWith({ otp: { lifetime: '1m', attempts: 2 }, strict: false, weather: 'rainy' });
    const sandbox = await cliSandbox(['--data', data, ...args], { env });
    expect(await sandbox.control('settings')).toMatchObject({
      otp: { lifetime: '9m', attempts: 2 },
      strict: true,
      weather: 'storm',
    });
    expect((await signalled(sandbox, 'SIGTERM')).stderr).toBe('');
  });

  it('an overridden one is not stored any longer, and a later change counts as ever', async () => {
    const data = await fileWith({ otp: { lifetime: '1m', attempts: 2 } });
    const set = ['--data', data, '--set', 'otp.lifetime=9m', '--set', 'otp.attempts=3'];
    const first = await cliSandbox(set);
    const { data: events } = await first.control('events');
    expect(events.at(-1)).toMatchObject({
      type: 'settings.changed',
      settings: { otp: { lifetime: '9m', attempts: 3 } },
    });
    await change(first, { otp: { attempts: 4 } });
    expect((await first.control('settings')).otp).toMatchObject({ lifetime: '9m', attempts: 4 });
    await signalled(first, 'SIGTERM');
    const next = await cliSandbox(['--data', data]);
    expect((await next.control('settings')).otp).toMatchObject({ lifetime: '5m', attempts: 4 });
  });

  it('so do the options of startSandbox', async () => {
    const data = await fileWith({ otp: { lifetime: '1m', attempts: 2 } });
    const { otp } = await settingsOf({ data, settings: { otp: { lifetime: '9m' } } });
    expect(otp).toMatchObject({ lifetime: '9m', attempts: 2 });
  });

  it('a stored profile does not bring its default over a flag', async () => {
    const data = await fileWith({ profile: 'compatible' });
    const settings = await settingsOf({ data, settings: { mobile: { lenient: false } } });
    expect(settings).toMatchObject({ profile: 'compatible', mobile: { lenient: false } });
  });

  it('a profile overrides the stored one, but no setting of its own', async () => {
    const data = await fileWith({ profile: 'compatible', otp: { repeat_window: '7s' } });
    const settings = await settingsOf({ data, profile: 'documented' });
    expect(settings).toMatchObject({
      profile: 'documented',
      codes: 'documented',
      mobile: { lenient: false },
      otp: { repeat_window: '7s' },
    });
  });

  it('they override the config file, and the start says so, also detached', async () => {
    const options = folderWith({ strict: false, settings: { otp: { lifetime: '7m', attempts: 2 } } });
    const data = await fileWith({ strict: true, otp: { lifetime: '1m', attempts: 2, policy: 'fixed' } });
    const sandbox = await cliSandbox(['--data', data, '--quiet'], options);
    expect((await sandbox.control('settings')).otp).toMatchObject({ lifetime: '1m', attempts: 2 });
    const said = `Settings in the data file override the config file: strict is true, not false; otp.lifetime is 1m, not 7m. ${note}`;
    expect((await signalled(sandbox, 'SIGTERM')).stderr).toBe(said);
    const args = ['start', '--port', '0', '--detach', '--json', '--data', data];
    const { stdout, stderr } = await cliResult(args, options);
    const { url, pid } = JSON.parse(stdout);
    onTestFinished(() => {
      process.kill(pid);
    });
    expect(stderr).toBe(said);
    expect(url).toMatch(/^http:/);
  });

  it('nothing is said about one that a flag decides', async () => {
    const options = folderWith({ settings: { otp: { lifetime: '7m' } } });
    const data = await fileWith({ otp: { lifetime: '1m' } });
    const sandbox = await cliSandbox(['--data', data, '--set', 'otp.lifetime=9m'], options);
    expect((await sandbox.control('settings')).otp.lifetime).toBe('9m');
    expect((await signalled(sandbox, 'SIGTERM')).stderr).toBe('');
  });

  it('of many, the first five are named', async () => {
    const times = (value: string) => ({ lifetime: value, resend_wait: value, repeat_window: value });
    const configured = { ...times('7m'), attempts: 2, length: { walletA: 5 }, policy: 'fixed' };
    const stored = { ...times('1m'), attempts: 3, length: { walletA: 4 }, policy: 'random' } as const;
    const options = folderWith({ settings: { otp: configured } });
    const data = await fileWith({ otp: stored });
    const sandbox = await cliSandbox(['--data', data], options);
    const { stderr } = await signalled(sandbox, 'SIGTERM');
    expect(stderr).toMatch(/^Settings in the data file override the config file: ([^;]+; ){5}and 1 more\. /);
  });
});

describe('The settings of a snapshot, with start --from', () => {
  it('flags override them, a profile those that are defaults of the stored one', async () => {
    const { file } = await snapshotWith({ otp: { lifetime: '1m' }, mobile: { lenient: true } });
    const flags = ['--strict', '--weather', 'storm', '--profile', 'documented', '--set', 'otp.policy=fixed'];
    const sandbox = await cliSandbox(['--from', file, ...flags]);
    const begun = {
      profile: 'documented',
      codes: 'documented',
      mobile: { lenient: true },
      strict: true,
      weather: 'storm',
      otp: { policy: 'fixed', lifetime: '1m' },
    };
    expect(await sandbox.control('settings')).toMatchObject(begun);
    await sandbox.control('snapshots/bug/restore', {});
    expect(await sandbox.control('settings')).toMatchObject({
      profile: 'observed',
      strict: false,
      otp: { policy: 'random', lifetime: '1m' },
    });
    expect((await signalled(sandbox, 'SIGTERM')).stderr).toBe('');
  });

  it('an override has the time of the snapshot’s frozen clock', async () => {
    const { file } = await snapshotWith({ otp: { lifetime: '1m' } }, '2031-02-03T04:05:06Z');
    const sandbox = await cliSandbox(['--from', file, '--set', 'otp.lifetime=9m']);
    const { data } = await sandbox.control('events?type=settings.changed');
    expect(data.at(-1)).toMatchObject({
      at: '2031-02-03T04:05:06.000Z',
      settings: { otp: { lifetime: '9m' } },
    });
  });

  it('a profile that is set at run time replaces those that are defaults, also for the next start', async () => {
    const { file } = await snapshotWith({ otp: { lifetime: '1m' }, error: { fields: false } });
    const data = dataFile();
    const sandbox = await cliSandbox(['--from', file, '--data', data]);
    await change(sandbox, { profile: 'compatible' });
    const settings = await sandbox.control('settings');
    const { otp, error, ...others } = defaultSettings('compatible');
    expect(settings).toEqual({
      ...others,
      otp: { ...otp, lifetime: '1m', codes: settings.otp.codes },
      error: { ...error, fields: false },
    });
    await signalled(sandbox, 'SIGTERM');
    const next = await cliSandbox(['--data', data]);
    expect(await next.control('settings')).toEqual(settings);
    await change(next, { profile: 'observed' });
    expect(await next.control('settings')).toMatchObject({ codes: 'observed', card: { callback: 'both' } });
  });

  it('they override the config file, and the start says so', async () => {
    const { file } = await snapshotWith({ otp: { lifetime: '1m' } });
    const options = folderWith({ profile: 'compatible', settings: { otp: { lifetime: '7m' } } });
    const sandbox = await cliSandbox(['--from', file], options);
    expect((await signalled(sandbox, 'SIGTERM')).stderr).toBe(
      `Settings in the snapshot override the config file: profile is observed, not compatible; otp.lifetime is 1m, not 7m. ${note}`,
    );
  });
});

async function change({ control_url: to }: CliSandbox, settings: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  await fetch(`${to}/settings`, { method: 'PATCH', headers, body: JSON.stringify(settings) });
}
