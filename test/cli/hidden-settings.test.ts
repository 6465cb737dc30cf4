import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SettingsPatch } from '../../src/client/contract.ts';
import { libraryConfig } from '../../src/config/library-config.ts';
import { startSandbox } from '../../src/index.ts';
import { cliResult, cliSandbox, type Ready, signalled } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { endLater } from '../support/detached.ts';

const begins = 'Settings in the data file override the config file: ';
const note = 'To change one, run `gateway-sandbox settings NAME VALUE`.\n';

describe('The line about stored settings that override the config file', () => {
  it('names the members of an object that differ', async () => {
    const many = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`091234567${at}`, '0000']));
    const cwd = await folderWith(
      { otp: { codes: { ...many, '0912345678': '1111', '0912345679': '2222' } }, rate_limit: null },
      {
        otp: { codes: { ...many, '0912345678': '3333' } },
        rate_limit: { requests: 1, period: '1m' },
      },
    );
    const { stderr } = await signalled(await cliSandbox(['--data', 'a.db'], { cwd }), 'SIGTERM');
    expect(
      stderr.slice(begins.length, -note.length).trim().replace(/\.$/, '').split('; ').toSorted(),
    ).toEqual([
      'otp.codes.0912345678 is 1111, not 3333',
      'otp.codes.0912345679 is 2222, not unset',
      'rate_limit is null, not {"requests":1,"period":"1m"}',
    ]);
  });

  it('is also shown by --detach --log-file', async () => {
    const cwd = await folderWith({ strict: true }, { strict: false });
    const args = ['start', '--port', '0', '--detach', '--json', '--log-file', 'a.log', '--data', 'a.db'];
    const { stdout, stderr } = await cliResult(args, { cwd });
    endLater((JSON.parse(stdout) as Ready).pid);
    expect(stderr).toBe(`${begins}strict is true, not false. ${note}`);
  });
});

it('startSandbox takes a free port if `port` is undefined', () => {
  expect(libraryConfig({ port: undefined }, testFolder()).port).toBe(0);
  expect(libraryConfig({ port: 5701 }, testFolder()).port).toBe(5701);
});

/** A folder with a data file that has these settings, and a config file with others. */
async function folderWith(stored: SettingsPatch, settings: SettingsPatch): Promise<string> {
  const cwd = testFolder();
  const sandbox = await startSandbox({ data: join(cwd, 'a.db') });
  await sandbox.settings.change(stored);
  await sandbox.stop();
  writeFileSync(join(cwd, 'gateway-sandbox.config.json'), JSON.stringify({ settings }));
  return cwd;
}
