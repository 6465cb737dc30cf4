import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CliSandbox, cliSandbox, imported } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { rightFields } from '../support/sandbox.ts';

const name = 'gateway-sandbox.config.json';
const demo = { id: 'demo', api_key: 'demo_api_key', access_tokens: { test: 'demo_test_token' } };

describe('start --watch takes changes of the config file without losing state', () => {
  it('settings and names; what the dashboard changed stays, unless the file changes it too', async () => {
    const { sandbox, write, told } = await watching({ settings: { otp: { attempts: 2 } } });
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    await patched(sandbox, { otp: { attempts: 3, lifetime: '9m' } });
    write({ settings: { otp: { attempts: 4, policy: 'fixed' } }, names: { walletA: 'acmepay' } });
    expect(await told(/read: .*\n/)).toMatch(
      /config\.json was read: otp\.policy is now fixed, otp\.attempts is now 4, walletA is now called acmepay\.\n$/,
    );
    expect((await sandbox.control('settings')).otp).toMatchObject({
      attempts: 4,
      policy: 'fixed',
      lifetime: '9m',
    });
    expect((await sandbox.call('acmepay/verify', rightFields['walletA/verify'])).status).toBe(200);
    expect((await sandbox.control('otps')).data.map(({ gateway }: { gateway: string }) => gateway)).toEqual([
      'acmepay',
      'acmepay',
    ]);
    await sandbox.control('reset', {});
    expect((await sandbox.control('settings')).otp).toMatchObject({ attempts: 4, lifetime: '5m' });
  });

  it('a setting that the file names with the default keeps it in each profile', async () => {
    const { sandbox, write, told } = await watching({ profile: 'observed' });
    await patched(sandbox, { profile: 'compatible' });
    write({ profile: 'observed', settings: { card: { callback: 'both' } } });
    await told(/read: card\.callback is now both\.\n/);
    expect((await sandbox.control('settings')).card.callback).toBe('both');
    await patched(sandbox, { profile: 'documented' });
    await patched(sandbox, { profile: 'compatible' });
    expect(await sandbox.control('settings')).toMatchObject({
      card: { callback: 'both' },
      mobile: { lenient: true },
    });
    write({ profile: 'observed' });
    await told(/read: card\.callback is now browser\.\n/);
  });

  it('accounts of the fixtures, also when only that file changes', async () => {
    const { sandbox, write, told, folder } = await watching({});
    const fixtures = (accounts: unknown) =>
      writeFileSync(join(folder, 'accounts.json'), JSON.stringify({ accounts }));
    fixtures([
      { ...demo, approved: false },
      { id: 'second', api_key: 'k2' },
    ]);
    write({ fixtures: 'accounts.json' });
    await told(/account demo is changed, account second is added\.\n/);
    expect((await sandbox.call('walletA/verify', rightFields['walletA/verify'])).status).toBe(401);
    fixtures([{ ...demo, approved: true }]);
    await told(/account demo is changed, account second stays until a reset\.\n/);
    expect((await sandbox.call('walletA/verify', rightFields['walletA/verify'])).status).toBe(200);
    fixtures([demo, { id: 'third', api_key: 'k2' }]);
    await told(/was ignored: the id, a key or a token of an account is taken already\.\n/);
    expect((await sandbox.control('accounts')).data).toHaveLength(2);
  });

  it('names in one line what needs a restart', async () => {
    const { write, told } = await watching({});
    write({ data: 'a.db', trust_proxy: true, settings: { strict: true } });
    await told(/a change of data, trust_proxy takes effect after a restart\.\n/);
    expect(await told(/strict is now true\.\n/)).not.toContain('gone');
  });

  it('names no change that was undone, and a pending one each time', async () => {
    const { write, told } = await watching({ settings: { strict: false } });
    write({ trust_proxy: true });
    await told(/a change of trust_proxy takes effect after a restart\.\n$/);
    write({ trust_proxy: true, settings: { strict: true } });
    await told(/strict is now true\.\n.*a change of trust_proxy takes effect after a restart\.\n$/);
    write({ settings: { strict: true } });
    await told(/a restart\.\n.*was read: nothing is different\.\n$/);
  });

  it.each([
    ['{', /was ignored: The config file .*json cannot be read: .*JSON.*\n/],
    ['', /was ignored: The config file .*json cannot be read: .*JSON.*\n/],
    ['[1]', /was ignored: The config file .*json must hold a JSON object\.\n/],
    [
      '{"settings":{"otp":{"polcy":"fixed"}}}',
      /was ignored: settings: There is no setting "otp\.polcy"\..*\n/,
    ],
    ['{"prot":1}', /was ignored: config: unknown "prot"\. Did you mean "port"\?\n/],
  ])('a broken file, %j: one sentence, and the old configuration stays', async (text, sentence) => {
    const { sandbox, file, write, told } = await watching({ settings: { otp: { attempts: 2 } } });
    writeFileSync(file, text);
    expect((await told(sentence)).match(/\n/g)).toHaveLength(1);
    expect((await sandbox.control('settings')).otp.attempts).toBe(2);
    write({ settings: { otp: { attempts: 3 } } });
    await told(/otp\.attempts is now 3\.\n/);
  });

  it('a file that breaks during the start: one sentence, and the sandbox serves', async () => {
    const script = `import { writeFileSync } from 'node:fs';
      import { Server } from 'node:net';
      const { listen } = Server.prototype;
      Server.prototype.listen = function (...args) {
        writeFileSync('${name}', '{');
        return listen.apply(this, args);
      };`;
    const { sandbox, write, told } = await watching({ settings: { otp: { attempts: 2 } } }, [], {
      NODE_OPTIONS: imported(script),
    });
    await told(/was ignored: The config file .*json cannot be read: .*JSON.*\n/);
    write({ settings: { otp: { attempts: 3 } } });
    await told(/otp\.attempts is now 3\.\n/);
    expect((await sandbox.control('settings')).otp.attempts).toBe(3);
  });

  it('survives an editor that puts another file in its place, and a deleted file', async () => {
    const { sandbox, file, write, told } = await watching({ settings: { otp: { attempts: 2 } } });
    for (const attempts of [3, 4]) {
      writeFileSync(`${file}~`, JSON.stringify({ settings: { otp: { attempts } } }));
      renameSync(`${file}~`, file);
      await told(new RegExp(`otp\\.attempts is now ${attempts}\\.\\n`));
    }
    rmSync(file);
    symlinkSync(file, file);
    // The file exists but can't be read.
    await told(/was ignored: .*ELOOP/);
    rmSync(file);
    await told(/is gone\. Its configuration stays in force until it is back\.\n/);
    expect((await sandbox.control('settings')).otp.attempts).toBe(4);
    write({ settings: { otp: { attempts: 5 } } });
    await told(/otp\.attempts is now 5\.\n/);
  });

  it('waits for a file that is not there yet; flags still win', async () => {
    const { sandbox, write, told } = await watching(undefined, ['--set', 'otp.attempts=7']);
    write({ settings: { otp: { attempts: 2 } } });
    await told(/was read: nothing is different\.\n/);
    write({ settings: { otp: { attempts: 2, policy: 'fixed' } } });
    await told(/read: otp\.policy is now fixed\.\n/);
    expect((await sandbox.control('settings')).otp.attempts).toBe(7);
  });
});

/** A sandbox that watches its folder's config file. `told` settles with all of stderr when it matches. */
async function watching(config: object | undefined, args: readonly string[] = [], env = {}) {
  const folder = testFolder();
  const file = join(folder, name);
  const write = (members: object) => writeFileSync(file, JSON.stringify(members));
  if (config) write(config);
  const sandbox = await cliSandbox(['--watch', ...args], { cwd: folder, env });
  const told = async (pattern: RegExp) => {
    await expect.poll(sandbox.stderr, { interval: 20 }).toMatch(pattern);
    return sandbox.stderr();
  };
  return { sandbox, folder, file, write, told };
}

async function patched(sandbox: CliSandbox, settings: object): Promise<void> {
  await fetch(`${sandbox.control_url}/settings`, { method: 'PATCH', body: JSON.stringify(settings) });
}
