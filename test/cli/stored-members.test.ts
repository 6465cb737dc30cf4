import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { cliResult, cliSandbox, signalled } from '../support/cli.ts';
import { fileWith, folderWith, settingsOf, snapshotWith } from '../support/stored-settings.ts';

const codes = { '0911111111': '1111', '0922222222': '2222' };

describe('A flag for one member of a setting', () => {
  it('overrides only that member, for good', async () => {
    const data = await fileWith({
      otp: { codes: { ...codes, '0944444444': '9999' }, length: { walletA: 5, walletB: 5 } },
      statuses: { INVALID_INPUTS: 400, AUTH_ERROR: 402 },
      limits: { maximum_amount: { live: '7', test: '8' } },
    });
    const set = [
      'otp.codes.0944444444=4444',
      'otp.length.walletB=6',
      'statuses.AUTH_ERROR=403',
      'limits.maximum_amount.live=9',
    ];
    const sandbox = await cliSandbox(['--data', data, ...set.flatMap((each) => ['--set', each])]);
    expect(await sandbox.control('settings')).toMatchObject({
      otp: { codes: { ...codes, '0944444444': '4444' }, length: { walletA: 5, walletB: 6 } },
      statuses: { INVALID_INPUTS: 400, AUTH_ERROR: 403 },
      limits: { maximum_amount: { live: '9', test: '8' } },
    });
    const { data: events } = await sandbox.control('events');
    expect(events.at(-1).settings).toEqual({
      otp: { codes: { '0944444444': '4444' }, length: { walletB: 6 } },
      statuses: { AUTH_ERROR: 403 },
      limits: { maximum_amount: { live: '9' } },
    });
    await signalled(sandbox, 'SIGTERM');
    const next = await settingsOf({ data });
    expect(next.otp.codes).toEqual({ '*': '123456', ...codes });
    expect(next.statuses).toEqual({ INVALID_INPUTS: 400 });
    expect(next.limits.maximum_amount).toEqual({ live: '50000', test: '8' });
  });

  it('an empty object in the options names nothing', async () => {
    const data = await fileWith({ otp: { codes } });
    const { otp } = await settingsOf({ data, settings: { otp: { codes: {} } } });
    expect(otp.codes).toMatchObject(codes);
  });

  it('overrides a setting that was switched off as a whole', async () => {
    const rate_limit = { requests: 9, period: '1m' } as const;
    const data = await fileWith({ rate_limit: null }, { settings: { rate_limit } });
    expect(await settingsOf({ data, settings: { rate_limit } })).toMatchObject({ rate_limit });
  });

  it('a code that was removed stays so until one names it', async () => {
    const otp = { codes: { '0911111111': '1111' } };
    const data = await fileWith({ otp: { codes: { '0911111111': null } } }, { settings: { otp } });
    const sandbox = await cliSandbox(['--data', data], folderWith({ settings: { otp } }));
    expect((await sandbox.control('settings')).otp.codes).toEqual({ '*': '123456' });
    await signalled(sandbox, 'SIGTERM');
    expect((await settingsOf({ data, settings: { otp } })).otp.codes).toMatchObject(otp.codes);
  });

  it('a code that a snapshot removed stays so in a start from its file', async () => {
    const { file } = await snapshotWith({ otp: { codes: { '*': null, ...codes } } });
    const sandbox = await cliSandbox(
      ['--from', file],
      folderWith({ settings: { otp: { codes: { '*': '4444' } } } }),
    );
    expect((await sandbox.control('settings')).otp.codes).toEqual(codes);
  });

  it('nothing is noted where the stored values already give way', async () => {
    const data = await fileWith({ profile: 'compatible' });
    const options = { data, settings: { mobile: { lenient: false } } };
    const count = async () => {
      const sandbox = await startSandbox(options);
      const events = await sandbox.events.list({ type: 'settings.changed' });
      await sandbox.stop();
      return events.data.length;
    };
    expect([await count(), await count(), await count()]).toEqual([1, 1, 1]);
  });
});

describe('Stored settings without the config file that they changed', () => {
  const settings = { rate_limit: { requests: 1000, period: '1m' } } as const;
  // The client's types ask for both members.
  const half = Object({ requests: 500 });

  it('a changed limit is stored whole', async () => {
    const data = await fileWith({ rate_limit: half }, { settings });
    expect(await settingsOf({ data })).toMatchObject({ rate_limit: { requests: 500, period: '1m' } });
  });

  it('half a limit, as earlier versions stored it: the start says what to do, and that works', async () => {
    const data = await fileWith({ strict: true });
    storeAs(data, { rate_limit: half });
    const { code, stdout, stderr } = await cliResult(['start', '--port', '0', '--data', data]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `The settings stored in ${data} do not fit the configuration: rate_limit.period: must be a duration such as "10m", "90s", "250ms" or milliseconds. Set the whole setting at a start, for example with --set rate_limit=null.\n`,
    );
    const sandbox = await cliSandbox(['--data', data, '--set', 'rate_limit=null']);
    expect((await sandbox.control('settings')).rate_limit).toBeNull();
    await signalled(sandbox, 'SIGTERM');
    expect(await settingsOf({ data })).toMatchObject({ rate_limit: null });
  });

  it('a variable works as well', async () => {
    const data = await fileWith({ strict: true });
    storeAs(data, { rate_limit: half });
    const env = { GATEWAY_SANDBOX_SETTINGS: '{"rate_limit":null}' };
    const sandbox = await cliSandbox(['--data', data], { env });
    expect((await sandbox.control('settings')).rate_limit).toBeNull();
  });

  it.each([
    [{ otp: { lifetime: 'soon' } }, 'otp.lifetime=5m'],
    [{ otp: { codes: { '0911111111': 'x' } } }, 'otp.codes.0911111111=null'],
    [{ otp: { length: { walletA: 99.5 } } }, 'otp.length.walletA=6'],
  ])('%j: the advice is --set %s, and that works', async (stored, set) => {
    const data = await fileWith({ strict: true });
    storeAs(data, stored);
    await expect(startSandbox({ data })).rejects.toThrow(`Set it at a start, for example with --set ${set}.`);
    const sandbox = await cliSandbox(['--data', data, '--set', set]);
    await signalled(sandbox, 'SIGTERM');
    await settingsOf({ data });
  });

  it('a setting of another version', async () => {
    const data = await fileWith({ strict: true });
    storeAs(data, { later: 1 });
    await expect(startSandbox({ data })).rejects.toThrow(
      'There is no setting "later". Start with the version of gateway-sandbox that stored them, or without them.',
    );
  });
});

describe('More codes than fit', () => {
  const many = (count: number, from: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`09${from + n}`, '1234']));
  const wanted = 'otp.codes: must hold at most 1000 codes. Remove some of otp.codes from the configuration.';

  it('in a data file and the configuration', async () => {
    const data = await fileWith({ otp: { codes: many(400, 10_000_000) } });
    const options = folderWith({ settings: { otp: { codes: many(700, 20_000_000) } } });
    const { code, stderr } = await cliResult(['start', '--port', '0', '--data', data], options);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `The settings stored in ${data} do not fit the configuration: ${wanted}\n`,
    });
    const fewer = folderWith({ settings: { otp: { codes: many(500, 20_000_000) } } });
    const sandbox = await cliSandbox(['--data', data], fewer);
    expect(Object.keys((await sandbox.control('settings')).otp.codes)).toHaveLength(901);
  });

  it('in a snapshot and the configuration: the snapshot’s alone count, also at the next start', async () => {
    const { file } = await snapshotWith({ otp: { codes: many(400, 10_000_000) } });
    const options = folderWith({ settings: { otp: { codes: many(700, 20_000_000) } } });
    const codesOf = async (args: readonly string[]) => {
      const sandbox = await cliSandbox([...args, '--data', 'new.db'], options);
      const { codes } = (await sandbox.control('settings')).otp;
      await signalled(sandbox, 'SIGTERM');
      return Object.keys(codes);
    };
    const codes = await codesOf(['--from', file]);
    expect(codes.toSorted()).toEqual(['*', ...Object.keys(many(400, 10_000_000))]);
    expect(await codesOf([])).toEqual(codes);
  });

  it('in a snapshot that is restored: nothing is', async () => {
    const data = await fileWith({ otp: { codes: many(400, 10_000_000) } });
    const first = await startSandbox({ data });
    await first.snapshots.save('bug');
    await first.reset();
    await first.stop();
    await using next = await startSandbox({
      data,
      settings: { otp: { codes: many(700, 20_000_000) } },
    });
    await expect(next.snapshots.restore('bug')).rejects.toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
      message:
        'The settings in the snapshot do not fit the configuration: otp.codes: must hold at most 1000 codes. Nothing was restored.',
    });
    expect(Object.keys((await next.settings.read()).otp.codes)).toHaveLength(701);
  });
});

/** Replaces the stored settings. */
function storeAs(data: string, settings: object): void {
  const database = new Database(data);
  database.prepare("UPDATE facts SET value = ? WHERE name = 'settings'").run(JSON.stringify(settings));
  database.close();
}
