import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { expect, it } from 'vitest';
import { readJson } from '../../src/config/config.ts';
import { cliResult } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';

it.skipIf(platform === 'win32')('A config file that never ends is refused in one sentence', async () => {
  expect(await cliResult(['--port', '0', '--config', '/dev/zero'])).toMatchObject({
    code: 1,
    stderr: 'The config file /dev/zero cannot be read: it is larger than 64 MiB. Name a JSON file.\n',
  });
});

it.skipIf(platform === 'win32')('A config file can be a pipe', () => {
  const pipe = join(testFolder(), 'config');
  execFileSync('mkfifo', [pipe]);
  spawn('sh', ['-c', 'echo \'{"port"\' >"$0"; sleep 0', pipe]);
  expect(() => readJson(pipe, 'config file')).toThrow('JSON');
  spawn('sh', ['-c', '{ echo \'{"port":\'; echo \'4701}\'; } >"$0"', pipe]);
  expect(readJson(pipe, 'config file')).toEqual({ port: 4701 });
});

it('A large file is read whole', () => {
  const file = join(testFolder(), 'accounts.json');
  const accounts = Array.from({ length: 20_000 }, (_, at) => ({ id: `account-${at}` }));
  writeFileSync(file, JSON.stringify({ accounts }));
  expect(readJson(file, 'fixtures file')).toEqual({ accounts });
});
