import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath, platform } from 'node:process';
import { expect, it } from 'vitest';
import { readJson } from '../../src/config/config.ts';
import { cliResult, program } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';

it.skipIf(platform === 'win32')('A config file that never ends is refused in one sentence', async () => {
  expect(await cliResult(['--port', '0', '--config', '/dev/zero'])).toMatchObject({
    code: 1,
    stderr: 'The config file /dev/zero cannot be read: it is larger than 64 MiB. Name a JSON file.\n',
  });
});

it.skipIf(platform !== 'linux')('A config file can be the pipe of a shell', async () => {
  const config = ['bash', '-c', '"$@" --config <(echo \'{"port":\'; echo \'"none"}\')', 'bash'];
  const [executable = '', ...before] = [...config, execPath, program];
  expect(await cliResult([], { executable, before })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^port: must be a whole number/),
  });
});

it('A large file is read whole', () => {
  const file = join(testFolder(), 'accounts.json');
  const accounts = Array.from({ length: 20_000 }, (_, at) => ({ id: `account-${at}` }));
  writeFileSync(file, JSON.stringify({ accounts }));
  expect(readJson(file, 'fixtures file')).toEqual({ accounts });
});
