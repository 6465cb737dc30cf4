import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliResult, cliSandbox, noSandbox } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { liveService } from './live.ts';

const keys = ['--api-key', 'demo_api_key', '--access-token', 'demo_test_token'];

describe('compare --write', () => {
  it('writes into a config file in another folder, whose paths are relative to this one as at a start', async () => {
    const cwd = folderWithConfig();
    const { url } = await liveService({ requests: { bodies: 'lenient' } });
    const flags = ['--base-url', url, ...keys, '--pause', '0s', '--write', '--config', 'sub/c.json'];
    const { stderr } = await cliResult(['compare', ...flags], { env: noSandbox, cwd });
    expect(stderr).not.toContain('left as it is');
    expect(JSON.parse(readFileSync(join(cwd, 'sub/c.json'), 'utf8'))).toEqual({
      fixtures: 'fx.json',
      settings: { requests: { bodies: 'lenient' } },
    });
    await cliSandbox(['--config', 'sub/c.json'], { cwd });
  });

  it('refuses to write into a config that is wrong before the first call', async () => {
    const cwd = testFolder();
    writeFileSync(join(cwd, 'c.json'), '{"fixtures":"none.json"}');
    const service = await liveService();
    const flags = ['--base-url', service.url, ...keys, '--pause', '0s', '--write', '--config', 'c.json'];
    const { code, stderr } = await cliResult(['compare', ...flags], { env: noSandbox, cwd });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('c.json was left as it is, because it would be wrong: The fixtures file '),
    ]);
    expect(await service.requests.list()).toMatchObject({ data: [] });
  });
});

/** A folder with a fixtures file, and in a folder of it a config that names the file. */
function folderWithConfig(): string {
  const cwd = testFolder();
  copyFileSync(join(import.meta.dirname, '../../fixtures/accounts.json'), join(cwd, 'fx.json'));
  mkdirSync(join(cwd, 'sub'));
  writeFileSync(join(cwd, 'sub/c.json'), '{ "fixtures": "fx.json" }');
  return cwd;
}
