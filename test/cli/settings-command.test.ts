import { describe, expect, it } from 'vitest';
import { cliResult, noSandbox } from '../support/cli.ts';
import { commandsOf, rowsOf } from '../support/commands.ts';

describe('settings [NAME [VALUE]]', () => {
  it('lists every setting with its value, where the profile differs, and what it decides', async () => {
    const { printed, json, sandbox } = await commandsOf(['--set', 'otp.policy=fixed']);
    const rows = rowsOf(await printed('settings'));
    expect(rows.find(({ SETTING }) => SETTING === 'otp.policy')).toEqual({
      SETTING: 'otp.policy',
      VALUE: 'fixed',
      'IN OBSERVED': 'random',
      DECIDES: expect.stringContaining('`fixed` gives each number'),
    });
    expect(rows.filter((row) => row['IN OBSERVED'] !== '')).toHaveLength(1);
    expect(await json('settings')).toEqual(await sandbox.control('settings'));
  });

  it('shows one with its values and its reason', async () => {
    const { printed, json } = await commandsOf(['--profile', 'compatible']);
    const text = await printed('settings', 'mobile.lenient');
    expect(text).toMatch(/^value +true\nprofile +true\ntakes +true, false\ndecides +Wallets accept /m);
    expect(await json('settings', 'otp.lifetime')).toMatchObject({
      setting: 'otp.lifetime',
      value: '5m',
      profile: '5m',
      takes: 'a duration up to 3660d',
    });
  });

  it('changes one while the sandbox runs', async () => {
    const { printed, sandbox } = await commandsOf();
    expect(await printed('settings', 'otp.attempts', '3')).toBe('otp.attempts is now 3. It was 5.\n');
    expect(await printed('settings', 'otp.attempts', '3')).toBe('otp.attempts is 3, as before.\n');
    // The format of `--set`.
    expect(await printed('settings', 'otp.attempts=4')).toBe('otp.attempts is now 4. It was 3.\n');
    await printed('settings', 'otp.codes.0912345678', '0042');
    await printed('settings', 'rate_limit', '{"requests":9,"period":"1m"}');
    expect(await sandbox.control('settings')).toMatchObject({
      otp: { attempts: 4, codes: { '*': '123456', '0912345678': '0042' } },
      rate_limit: { requests: 9, period: '1m' },
    });
  });

  it("reset puts one back to the profile's value, or all", async () => {
    const { printed, sandbox } = await commandsOf(['--profile', 'documented']);
    const before = await sandbox.control('settings');
    await printed('settings', 'otp.attempts', '3');
    // The format of `--set`.
    expect(await printed('settings', 'otp.attempts=4')).toBe('otp.attempts is now 4. It was 3.\n');
    await printed('settings', 'otp.codes.0912345678', '0042');
    await printed('settings', 'codes', 'observed');
    expect(await printed('settings', 'reset', 'codes')).toBe('codes is now documented. It was observed.\n');
    expect(await printed('settings', 'reset')).toBe(
      'As in the profile documented again: otp.codes, otp.attempts.\n',
    );
    expect(await sandbox.control('settings')).toEqual(before);
    expect(await printed('settings', 'reset')).toBe('All settings are as in the profile documented.\n');
  });

  it.each([
    [['otp.polcy'], 'There is no setting "otp.polcy". Did you mean "otp.policy"?\n'],
    [['otp.polcy', 'fixed'], 'There is no setting "otp.polcy". Did you mean "otp.policy"?\n'],
    [['otp.policy', 'fxed'], 'otp.policy: must be one of random, fixed, not "fxed". Did you mean "fixed"?\n'],
    [['otp'], '"otp" is a group of settings. Name one of them, such as otp.length.\n'],
    [['reset', 'polcy'], 'There is no setting "polcy". `gateway-sandbox settings` lists them.\n'],
    [['rset'], "error: unknown command 'rset'\n(Did you mean reset?)\n(--help lists what there is)\n"],
  ])('%j: one sentence, exit code 2, before a sandbox is asked', async (args, stderr) => {
    expect(await cliResult(['settings', ...args], { env: noSandbox })).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr,
    });
  });
});
